/** Emits `schemas/*.schema.json`, with which editors complete and check the catalog's YAML. */
import { FILE_KINDS } from '../shape/kinds.ts'
import type { Emitter } from './facts.ts'
import { json } from './out-file.ts'

/** Draft 7, which the editors' YAML extension supports best. */
const DIALECT = 'http://json-schema.org/draft-07/schema#'

/**
 * One schema per kind of catalog file. They are the checker's own, so that editor and command
 * agree.
 */
export const emitSchemas: Emitter = function* () {
  for (const { kind, files, schema } of FILE_KINDS)
    yield json(schemaPath(kind), [], { $schema: DIALECT, title: `catalog/${files}`, ...schema })
}

/** The path of the schema for a kind of file, below the output folder. */
export function schemaPath(kind: string): string {
  return `schemas/${kind}.schema.json`
}
