import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, unavailable } from '../../common/errors/errors';
import { Limiter, LineIsFull } from '../../common/limits/limiter';
import { Public } from '../../common/http/public.decorator';
import { forInstagram } from '../../media/pictures/instagram-picture';
import { UnusablePhoto } from '../../media/pictures/open-picture';
import { answerHead } from './answer-head';
import { PictureLinks } from './picture-links';
import { MediaMissing, Storage } from './storage';

/** A picture that has to be made is in memory until it is sent. */
const makers = new Limiter(2, 50);

/** Sends pictures to the network that was given their address: whole, as JPEG, and from here wherever they are stored. */
@ApiExcludeController()
@Controller('pictures')
export class PictureController {
  constructor(
    private readonly storage: Storage,
    private readonly links: PictureLinks,
  ) {}

  @Public()
  @Get(':key')
  async send(
    @Param('key') key: string,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!this.links.isValid(key, query.expires, query.signature)) throw notFound('This picture');
    const { bytes, length } = await this.read(key);
    void reply.headers({
      'content-type': 'image/jpeg',
      'content-length': length,
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    if (request.method === 'HEAD') {
      bytes.destroy();
      answerHead(reply);
      return;
    }
    return void reply.send(bytes);
  }

  private async read(key: string) {
    try {
      const file = await this.storage.stat(key);
      if (!file) throw notFound('This picture');
      const open = (start: number) => this.storage.open(key, { start });
      return await makers.run(() => forInstagram({ sizeBytes: file.sizeBytes, open }));
    } catch (error) {
      if (error instanceof MediaMissing || error instanceof UnusablePhoto) throw notFound('This picture');
      if (error instanceof LineIsFull) throw unavailable('Too many pictures are asked for just now.');
      throw error;
    }
  }
}
