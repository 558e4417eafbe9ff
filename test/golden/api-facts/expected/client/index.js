// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import { makeClient } from './transport/client.js'
import { assets, operations } from './operations.js'

export * from './transport/errors.js'
export { operations } from './operations.js'

export function createClient(settings) {
  return makeClient(settings, { operations, assets })
}
