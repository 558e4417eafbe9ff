/** The check pass: rules about the catalog as a whole, one file each. */
import type { Flat } from '../resolve/flat.ts'
import type { CatalogIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { actualExample } from './actual-example.ts'
import { answerExample } from './answer-example.ts'
import { authorization } from './authorization.ts'
import { badPath } from './bad-path.ts'
import { belowCost } from './below-cost.ts'
import { challengeSize } from './challenge-size.ts'
import { catalogAt, instantsOf, LIST } from '../catalog/in-time.ts'
import type { Check } from './check.ts'
import { copiedRow } from './copied-row.ts'
import { constantGate } from './constant-gate.ts'
import { defaultRow } from './default-row.ts'
import { datedExample } from './dated-example.ts'
import { datedJump } from './dated-jump.ts'
import { discovery } from './discovery.ts'
import { duplicateOperation } from './duplicate-operation.ts'
import { duplicateRoute } from './duplicate-route.ts'
import { fallingPrice } from './falling-price.ts'
import { fallback } from './fallback.ts'
import { freeQuota } from './free-quota.ts'
import { freeUnlimited } from './free-unlimited.ts'
import { getBody } from './get-body.ts'
import { largeBody } from './large-body.ts'
import { idleFail } from './idle-fail.ts'
import { lasts } from './lasts.ts'
import { magnitude } from './magnitude.ts'
import { networkKind } from './network-kind.ts'
import { nearWord } from './near-word.ts'
import { noAccepts } from './no-accepts.ts'
import { noExample } from './no-example.ts'
import { noPrice } from './no-price.ts'
import { openSend } from './open-send.ts'
import { paymentKeys } from './payment-keys.ts'
import { pollPath } from './poll-path.ts'
import { promotionLong } from './promotion-long.ts'
import { promotionSmall } from './promotion-small.ts'
import { rowId } from './row-id.ts'
import { priceNegative } from './price-negative.ts'
import { priceZero } from './price-zero.ts'
import { protocol } from './protocol.ts'
import { rowRefused } from './row-refused.ts'
import { secrets } from './secrets.ts'
import { rowRule } from './row-rule.ts'
import { routeProtocol } from './route-protocol.ts'
import { shortTime } from './short-time.ts'
import { sizes } from './sizes.ts'
import { stream } from './stream.ts'
import { token } from './token.ts'
import { toolBody } from './tool-body.ts'
import { successor } from './successor.ts'
import { twoStep } from './two-step.ts'
import { unknownTag } from './unknown-tag.ts'
import { unused } from './unused.ts'
import { paidUnsent } from './paid-unsent.ts'
import { rowChosen } from './row-chosen.ts'
import { unusedField } from './unused-field.ts'
import { waitingHook } from './waiting-hook.ts'

/** Rules that read the catalog. */
const STATIC: readonly Check[] = [
  networkKind,
  badPath,
  getBody,
  largeBody,
  duplicateRoute,
  duplicateOperation,
  toolBody,
  pollPath,
  paidUnsent,
  noPrice,
  discovery,
  waitingHook,
  twoStep,
  routeProtocol,
  protocol,
  openSend,
  stream,
  lasts,
  constantGate,
  idleFail,
  authorization,
  paymentKeys,
  freeQuota,
  freeUnlimited,
  noExample,
  noAccepts,
  actualExample,
  answerExample,
  shortTime,
  token,
  unknownTag,
  nearWord,
  rowId,
  copiedRow,
  promotionLong,
  promotionSmall,
  sizes,
  defaultRow,
  rowChosen,
  successor,
  priceNegative,
  rowRule,
]
/**
 * Rules that run the catalog's formulas; only if the other rules have found nothing that would make
 * them fail.
 */
const RUNNING: readonly Check[] = [
  priceZero,
  fallback,
  rowRefused,
  belowCost,
  fallingPrice,
  magnitude,
  challengeSize,
]

/**
 * Rules for which the day does not matter: they read files, or the list with its dates. What they
 * find makes no formula fail.
 */
const ONCE: readonly Check[] = [secrets, unused, unusedField]
/** Rules that compare dated values with the list. */
const DATED: readonly Check[] = [datedJump]
/** Rules about all dates together, which the catalog of one day cannot check. */
const OF_ALL_DATES: readonly Check[] = [datedExample]

/** All rules. */
export const CHECKS: readonly Check[] = [...ONCE, ...STATIC, ...RUNNING, ...DATED, ...OF_ALL_DATES]

/**
 * The problems of all rules: for the list and for the catalog after each of its dates, or for the
 * catalog at one instant. A problem that occurs several times is reported once.
 */
export function checkCatalog(catalog: CatalogIR, flat: Flat, at?: number): Problem[] {
  const seen = new Set<string>()
  const instants = at === undefined ? [LIST, ...instantsOf(catalog)] : [at]
  const found = instants.flatMap(at =>
    checkAt(at === LIST ? catalog : catalogAt(catalog, at), flat).filter(
      ({ code, place, message }) => {
        const key = JSON.stringify([code, place, message])
        return !seen.has(key) && seen.add(key)
      },
    ),
  )
  const once = [...ONCE, ...DATED, ...(at === undefined ? OF_ALL_DATES : [])]
  return [...once.flatMap(rule => rule.run(catalog, flat)), ...found]
}

function checkAt(catalog: CatalogIR, flat: Flat): Problem[] {
  const found = STATIC.flatMap(rule => rule.run(catalog, flat))
  return found.some(problem => problem.severity === 'error')
    ? found
    : [...found, ...RUNNING.flatMap(rule => rule.run(catalog, flat))]
}
