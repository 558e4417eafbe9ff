// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { passthrough } from './passthrough.ts'

/** The envelope `node`, catalog/errors/native.yaml:127. */
export const node: Envelope = {
  ...passthrough,
  upstream_timeout: ({ details }) => ({ // catalog/errors/native.yaml:129
    status: 502,
    body: {
      error: 'Upstream provider error',
      message: 'The upstream could not answer. Nothing was charged.', details,
    },
  }),
}
