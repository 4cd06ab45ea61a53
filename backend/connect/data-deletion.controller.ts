import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../common/http/public.decorator';
import { deletionPage, POLICY, unknownDeletionPage } from './data-deletion-page';
import { DataDeletions } from './data-deletions';

/** The page that Facebook shows a person who asked for the deletion of data. */
@ApiExcludeController()
@Controller('data-deletion')
export class DataDeletionController {
  constructor(private readonly deletions: DataDeletions) {}

  @Public()
  @Get(':code')
  async show(@Param('code') code: string, @Res() reply: FastifyReply): Promise<void> {
    const deletion = await this.deletions.find(code);
    await reply
      .status(deletion ? 200 : 404)
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(deletion ? deletionPage(deletion) : unknownDeletionPage());
  }
}
