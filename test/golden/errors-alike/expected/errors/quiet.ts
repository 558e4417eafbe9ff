// Code generated from catalog/errors/short.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `quiet`, catalog/errors/short.yaml:6. */
export const quiet: Envelope = {
  ...native,
  busy: ({ message }) => ({ status: 503, body: { error: message } }), // catalog/errors/short.yaml:8
  internal: () => ({ status: 500, body: {} }), // catalog/errors/short.yaml:9
}
