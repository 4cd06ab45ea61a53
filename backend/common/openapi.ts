/**
 * The decorators that describe the API. They cost 186 ms of start-up when @nestjs/swagger is loaded, so they do
 * nothing in the running product; the build switches them on (`openapi-document.ts`), writes the document once, and
 * the product serves that file.
 */
import type * as Swagger from '@nestjs/swagger';

const swagger = (globalThis as Record<symbol, typeof Swagger | undefined>)[
  Symbol.for('pagecast.describe-api')
];

const nothing = () => () => undefined;

type Decorators = Pick<
  typeof Swagger,
  | 'ApiProperty'
  | 'ApiPropertyOptional'
  | 'ApiTags'
  | 'ApiBearerAuth'
  | 'ApiOkResponse'
  | 'ApiCreatedResponse'
  | 'ApiResponse'
  | 'ApiBody'
  | 'ApiConsumes'
  | 'ApiQuery'
  | 'ApiParam'
  | 'ApiOperation'
  | 'ApiExcludeController'
  | 'ApiExtraModels'
>;

const quiet = new Proxy({}, { get: () => nothing }) as Decorators;

export const {
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
  ApiBearerAuth,
  ApiOkResponse,
  ApiCreatedResponse,
  ApiResponse,
  ApiBody,
  ApiConsumes,
  ApiQuery,
  ApiParam,
  ApiOperation,
  ApiExcludeController,
  ApiExtraModels,
}: Decorators = swagger ?? quiet;

export const refToSchema = (model: Parameters<typeof Swagger.getSchemaPath>[0]): string =>
  swagger ? swagger.getSchemaPath(model) : '';
