// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { passthrough } from './passthrough.ts'

/** The envelope `predictions`, catalog/errors/native.yaml:114. */
export const predictions: Envelope = {
  ...passthrough,
  upstream_rejected: ({ route, upstream }) => ({ // catalog/errors/native.yaml:116
    status: need(upstream).status,
    body: {
      error: 'Bad Request', status: need(upstream).status, endpoint: route.path,
      method: route.method,
      message: `The upstream answered ${need(upstream).status} ${need(upstream).reason}`,
      details: need(upstream).body,
      hint: 'Check the parameter names and values; nothing was charged. Unknown parameter names are not rejected.',
    },
  }),
}
