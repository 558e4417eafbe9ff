// Code generated from catalog/errors/short.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { quiet } from './quiet.ts'

/** The envelope `short`, catalog/errors/short.yaml:2. */
export const short: Envelope = {
  ...quiet,
  internal: () => ({ status: 503, body: { error: 'later' } }), // catalog/errors/short.yaml:4
}
