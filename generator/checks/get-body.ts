/** Refuses a body of a GET: nobody can send it, so the route could never be bought. */
import { fault, type Check } from './check.ts'
import type { Problem } from '../types.ts'

/** Refuses GET routes with a body. */
export const getBody: Check = {
  code: 'get-body',
  run: ({ routes }) =>
    routes.flatMap((route): Problem[] => {
      if (route.method !== 'GET' || route.body === undefined) return []
      const place = route.keys.body ?? route.place
      return [
        fault('get-body', place, 'a GET has no body, so this route could not be called', {
          hint: 'write POST; or `query:` for values that stand in the address',
        }),
      ]
    }),
}
