import type { OpenAPIObject } from '@nestjs/swagger';

const METHODS = ['get', 'post', 'put', 'delete'] as const;

export type Operation = NonNullable<OpenAPIObject['paths'][string][(typeof METHODS)[number]]>;

export function operationsOf(document: OpenAPIObject): [path: string, operation: Operation][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): [string, Operation][] => (item[method] ? [[path, item[method]]] : [])),
  );
}
