/**
 * Finds more faults at the place where a large value failed, because only the first fault of each
 * schema that was tried there is known.
 */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { isInside, isUnion } from './faults.ts'

/**
 * Returns the faults, extended by all faults of the largest part that is small enough. The faults
 * must contain their data and schemas.
 */
export type Closer = (
  errors: readonly ErrorObject[],
  isSmall: (value: unknown) => boolean,
) => readonly ErrorObject[]

/** Makes a closer. A schema is compiled to report every fault when it is first needed. */
export function createCloser(compile: (schema: object) => ValidateFunction): Closer {
  const known = new WeakMap<object, ValidateFunction>()
  const compiled = (shapes: object, keyword: string): ValidateFunction => {
    const validate = known.get(shapes) ?? compile({ [keyword]: shapes })
    known.set(shapes, validate)
    return validate
  }
  return (errors, isSmall) => {
    const place = errors.findLast(error => isUnion(error) && isSmall(error.data))
    if (place === undefined) return errors
    const validate = compiled(place.schema as object, place.keyword)
    validate(place.data)
    const inside = (validate.errors ?? []).map(error => ({
      ...error,
      instancePath: place.instancePath + error.instancePath,
      schemaPath: error.schemaPath.replace(`#/${place.keyword}`, place.schemaPath),
    }))
    return [...errors.filter(error => error !== place && !isInside(error, place)), ...inside]
  }
}
