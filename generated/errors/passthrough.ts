// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `passthrough`, catalog/errors/native.yaml:109. */
export const passthrough: Envelope = {
  ...native,
  upstream_rejected: ({ upstream }) => ({ // catalog/errors/native.yaml:111
    status: need(upstream).status,
    body: {
      error: 'Bad Request',
      message: `The upstream answered ${need(upstream).status} ${need(upstream).reason}. Nothing was charged.`,
      status: need(upstream).status, details: need(upstream).body,
    },
  }),
  upstream_failed: ({ details }) => ({ // catalog/errors/native.yaml:112
    status: 502,
    body: {
      error: 'Upstream provider error',
      message: 'The upstream could not answer. Nothing was charged.', details,
    },
  }),
}
