/** Emits `schemas/*.schema.json`: what editors use to complete and check the catalog's YAML. */
import { FILE_KINDS } from '../shape/kinds.ts'
import type { Emitter } from './facts.ts'
import { json } from './out-file.ts'

/** Draft 7 is what the editors' YAML extension knows best. */
const DIALECT = 'http://json-schema.org/draft-07/schema#'

/**
 * One schema per kind of catalog file. They are those of the checker itself, so that editor and
 * command agree.
 */
export const emitSchemas: Emitter = function* () {
  for (const { kind, files, schema } of FILE_KINDS)
    yield json(schemaPath(kind), [], { $schema: DIALECT, title: `catalog/${files}`, ...schema })
}

/** Where the schema of a kind of file is, below the output folder. */
export function schemaPath(kind: string): string {
  return `schemas/${kind}.schema.json`
}
