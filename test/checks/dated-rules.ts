/** Rules about prices with dates. */
import { costs, DATED, PROOF, type Rule } from './edits.ts'

const PROMOTION = 'from: 2026-12-01, until: 2026-12-08, because: a week'

export const DATED_RULES: readonly Rule[] = [
  {
    // A discount of a row does not lower what the upstream charges.
    code: 'below-cost',
    fires: [
      costs('model.rate * body.count'),
      DATED(`{ ${PROMOTION}, discount: 10 % }`),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.01045 }'),
    ],
    silent: [
      costs('model.rate * body.count'),
      DATED(`{ ${PROMOTION}, discount: 4 % }`),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.01108 }'),
    ],
  },
  {
    code: 'promotion-small',
    fires: [
      DATED(`{ ${PROMOTION}, discount: 0.9 % }`),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.011406 }'),
    ],
    silent: [
      DATED(`{ ${PROMOTION}, discount: 1 % }`),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.011395 }'),
    ],
  },
]
