/**
 * Describes routes whose callers sign in with their wallet, by x402's extension `sign-in-with-x`.
 */
import type { RouteIR } from '../../ir.ts'
import type { Schema } from './schema.ts'

/** Whether the callers of a route sign in. */
export const needsSignIn = ({ serves }: RouteIR): boolean => serves === 'purchases'

/** The requirement of an operation whose callers sign in. */
export const SIGNED_IN: readonly Schema[] = [{ signIn: [] }]

/** The header that signs in, as a security scheme. */
export const SIGN_IN_SCHEME: Schema = {
  signIn: {
    type: 'apiKey',
    in: 'header',
    name: 'sign-in-with-x',
    description: 'Base64 of `info` in the 402 with `chainId`, `type`, `address`, `signature`',
  },
}

/** The answer to a call without the header, by its status. */
export const SIGN_IN_ANSWERS: Record<string, Schema> = {
  402: {
    description: 'Sign in: nothing is to be paid',
  },
}

/** Says how callers of a route sign in, in words that begin with a space. */
export const signInWords = (route: RouteIR): string =>
  needsSignIn(route)
    ? ' The wallet signs in with the header `sign-in-with-x`; the 402 of a call without it says ' +
      'what to sign.'
    : ''
