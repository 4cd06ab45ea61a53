import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { WithdrawnAccess } from '../accounts/checks/withdrawn-access';
import { ApiLimited, ApiNotFound } from '../common/api-docs/api-refusals';
import { DomainError } from '../common/errors/errors';
import { FormBody } from '../common/http/form-body';
import { Public } from '../common/http/public.decorator';
import { RateLimits } from '../common/limits/rate-limits';
import { Config } from '../config/config';
import { Connector } from '../ports/networks/connector';
import { ConnectSessions } from './connect-sessions';
import { NOT_OFFERED } from './connect.service';
import { AccessRemovedView, DataDeletionView } from './connect.view';
import { DataDeletions } from './data-deletions';

const FORM = {
  required: true,
  schema: {
    type: 'object' as const,
    properties: {
      signed_request: {
        type: 'string' as const,
        description: 'Signed with the secret of the app. It names the person.',
        example: 'vkS2aQ.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiJ9',
      },
    },
    required: ['signed_request'],
  },
};

/** What Meta itself asks for on behalf of a person. The signature is the proof. */
@ApiTags('Connection')
@Controller('connect')
export class MetaRequestsController {
  constructor(
    private readonly connector: Connector,
    private readonly access: WithdrawnAccess,
    private readonly sessions: ConnectSessions,
    private readonly deletions: DataDeletions,
    private readonly limits: RateLimits,
    private readonly config: Config,
  ) {}

  @Public()
  @Post('deauthorize')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'takeDeauthorization',
    summary: 'Hear that a person has removed the app',
    description:
      'For Meta. Pauses the accounts that this person has connected, until they are connected again. The answer is the same for unknown persons.',
  })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody(FORM)
  @ApiOkResponse({ type: AccessRemovedView })
  @ApiNotFound(NOT_OFFERED)
  @ApiLimited('120 a minute per address.')
  async deauthorize(@Req() request: FastifyRequest, @Body() body: unknown): Promise<AccessRemovedView> {
    const person = await this.personIn(request, body);
    await this.access.pause(person, [this.sessions.forgettingPerson(person)]);
    return { success: true };
  }

  @Public()
  @Post('data-deletion')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'takeDataDeletion',
    summary: 'Hear that a person wants their data deleted',
    description:
      'For Meta. Deletes what is stored about the accounts that this person has connected. The answer is the same for unknown persons.',
  })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody(FORM)
  @ApiOkResponse({ type: DataDeletionView })
  @ApiNotFound(NOT_OFFERED)
  @ApiLimited('120 a minute per address.')
  async deleteData(@Req() request: FastifyRequest, @Body() body: unknown): Promise<DataDeletionView> {
    const code = await this.deletions.request(await this.personIn(request, body));
    return { url: `${this.config.http.publicUrl}/data-deletion/${code}`, confirmation_code: code };
  }

  private async personIn({ clientAddress }: FastifyRequest, body: unknown): Promise<string> {
    if (!this.connector.isOffered) throw new DomainError(404, 'not_found', NOT_OFFERED);
    await this.limits.consume('signed-request', clientAddress);
    const signed = body instanceof FormBody ? body.only('signed_request') : undefined;
    const person = signed === undefined ? null : this.connector.personOf(signed);
    if (person === null) throw new DomainError(400, 'bad_request', 'The signed_request is not valid.');
    return person;
  }
}
