/** Validators of the catalog's own JSON Schemas, for schemas that are compiled once. */
import { Ajv2020, type Options } from 'ajv/dist/2020.js'

/**
 * A validator with these settings. It does not check the schemas themselves, which were checked
 * when they were read, nor does it optimise them: both take longer than to use a schema once.
 */
export function schemaValidator(options: Options = {}): Ajv2020 {
  return new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    code: { optimize: false },
    logger: false,
    ...options,
  })
}
