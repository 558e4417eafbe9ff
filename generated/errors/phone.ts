// Code generated from catalog/errors/phone.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { passthrough } from './passthrough.ts'

/** The envelope `phone`, catalog/errors/phone.yaml:2. */
export const phone: Envelope = {
  ...passthrough,
  upstream_timeout: ({ details }) => // catalog/errors/phone.yaml:4
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
}
