import { ApiParam, ApiResponse } from '@nestjs/swagger';
import { refusalResponse, type Refusal } from '../common/api-docs/api-refusals';

export const MEDIUM_ID = ApiParam({
  name: 'id',
  description: 'Of the upload, and then of its file.',
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$', example: '5f0c8e1d2b7a49f6a3c4d5e6f7081920' },
});

const INCOMPLETE: Refusal = {
  error: 'upload_incomplete',
  message: 'The upload of this file is not complete.',
};

/** 409 for an upload that still goes on, beside other refusals. */
export const ApiUnfinishedUpload = (...others: Refusal[]) =>
  ApiResponse({ status: 409, ...refusalResponse(409, INCOMPLETE, ...others) });

export const UPLOAD_INCOMPLETE = ApiUnfinishedUpload();
