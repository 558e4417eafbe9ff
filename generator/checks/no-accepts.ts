/** Finds 402 replies without the ways to pay, which clients read in the body. */
import { warning, type Check } from './check.ts'
import type { Code, Problem } from '../types.ts'

/** Warns of envelopes of paid routes whose 402 has no `accepts`. */
export const noAccepts: Check = {
  code: 'no-accepts',
  run: ({ envelopes, routes }) => {
    const used = new Set(routes.filter(one => one.price !== undefined).map(one => one.envelope))
    const seen = new Set<string>()
    return envelopes
      .filter(({ name }) => used.has(name))
      .flatMap(({ name, outcomes }): Problem[] => {
        const { body, place } = outcomes.payment_required
        // Envelopes may share one 402.
        const key = `${place.file} ${place.start}`
        if (hasAccepts(body) || seen.has(key)) return []
        seen.add(key)
        const message = `the 402 of ${name} has no \`accepts\`, so clients do not see how to pay`
        const hint = 'add to its body: accepts: =challenge.accepts'
        return [warning('no-accepts', place, message, { hint })]
      })
  },
}

/** Whether a body may have the member `accepts`, also by a spread of the challenge. */
const hasAccepts = ({ js }: Code): boolean =>
  js.kind !== 'object' ||
  js.members.some(one => ('spread' in one ? isChallenge(one.spread) : one.key === 'accepts'))

const isChallenge = (js: Code['js']): boolean => js.kind === 'name' && js.name === 'challenge'
