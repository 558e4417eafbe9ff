/**
 * Settles on the XRP Ledger: sends the transaction that the wallet signed. The wallet pays the fee,
 * so this process needs no key, and a transaction can be sent any number of times.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Clock } from '../../seams.ts'
import type { Rejection, Requirements, Verdict } from '../payment.ts'
import type { Settlement, SettlementBackend } from '../settlement.ts'
import { checkIdentity, checkMoney, recipientFault, remaining } from './check.ts'
import type { Node } from './node.ts'
import { outcomeOf, UNSEEN, type Question } from './outcome.ts'
import { unavailable } from '../error-codes.ts'
import type { Authorization, Payment } from './types.ts'

/** The backend, which also checks who signed. */
export interface XrplBackend extends SettlementBackend<Authorization> {
  /**
   * Checks that the account of a transaction signed it, and that the transaction is still valid.
   */
  identify(payment: Payment, requirements: Requirements): Promise<Verdict>
}

/**
 * Times in ms: how long `settle` waits, the longest pause between two checks, and the time after
 * which it sends again.
 */
export interface BackendOptions {
  wait: number
  poll: number
  again: number
}

const DEFAULTS: BackendOptions = { wait: 45_000, poll: 500, again: 8_000 }
/** The first pause between two checks. It doubles. */
const FIRST_PAUSE = 10

/** What the backend needs. `slack` is how long, in ms, an arriving payment must stay valid. */
export interface BackendParts {
  spec: NetworkSpec
  node: Node
  payTo: string
  clock: Clock
  slack: number
  options?: Partial<BackendOptions>
}

const rejected = (rejection: Rejection): Verdict => ({ ok: false, rejection })

/** Queries the ledger; a node that does not answer proves nothing about the payment. */
async function asked(node: Node, ask: () => Promise<Rejection | undefined>): Promise<Verdict> {
  try {
    const rejection = await ask()
    return rejection ? rejected(rejection) : { ok: true, payer: '' }
  } catch (error) {
    return rejected(unavailable(node.report(error)))
  }
}

/** Sends the signed bytes. The node's answer proves nothing. */
async function send({ node, authorization }: Question): Promise<void> {
  await node.submit(authorization.blob).catch((error: unknown) => node.report(error))
}

/** Checks once; an error is an unknown outcome. */
const look = (question: Question): Promise<Settlement> =>
  outcomeOf(question).catch((error: unknown) => ({
    state: 'unknown',
    reason: question.node.report(error),
    transaction: question.authorization.transaction,
  }))

const isUnseen = (settlement: Settlement): boolean =>
  settlement.state === 'unknown' && settlement.reason === UNSEEN

/** Sends the transaction and waits until a validated ledger decides. */
async function sendAndWait(
  question: Question,
  clock: Clock,
  { wait, poll, again }: BackendOptions,
  signal: AbortSignal,
): Promise<Settlement> {
  const until = clock.now() + wait
  let sent = clock.now()
  await send(question)
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, poll)) {
    const settlement = await look(question)
    if (settlement.state !== 'unknown' || clock.now() >= until || signal.aborted) return settlement
    await clock.sleep(pause, signal).catch(() => undefined)
    if (!isUnseen(settlement) || clock.now() - sent < again) continue
    sent = clock.now()
    await send(question)
  }
}

/** Finds an outcome, and sends the same bytes again if the node does not know them. */
async function findOrSend(question: Question): Promise<Settlement> {
  const settlement = await look(question)
  if (!isUnseen(settlement)) return settlement
  await send(question)
  return look(question)
}

/** Health: the node is up to date, and the gateway's account can be paid. */
async function healthOf({ node, spec, payTo }: BackendParts): ReturnType<XrplBackend['health']> {
  try {
    const [{ validated, age }, problem] = await Promise.all([
      node.status(),
      recipientFault(node, spec, { payTo, amount: 1n }),
    ])
    const details = { ledger: validated, ledger_age: age }
    if (problem === undefined) return { ok: true, details: { ...details, trust_line: 'open' } }
    return { ok: false, details: { ...details, problem } }
  } catch (error) {
    return { ok: false, details: { problem: node.report(error) } }
  }
}

/** Creates the settlement backend. */
export function createXrplBackend(parts: BackendParts): XrplBackend {
  const { spec, node, clock, slack } = parts
  const options = { ...DEFAULTS, ...parts.options }
  const stop = new AbortController()
  const questionOf = ({ authorization }: Payment, required: Requirements): Question => ({
    node,
    spec,
    authorization,
    required,
  })
  const identify = async ({ authorization }: Payment, required: Requirements) => {
    const found = await checkIdentity(node, { authorization, required, slack })
    if ('code' in found) return found
    // The estimate of `read` is replaced by the ledger's value.
    const end = Math.floor((clock.now() + remaining(authorization, found.validated)) / 1000)
    if (BigInt(end) < authorization.validBefore) authorization.validBefore = BigInt(end)
    return found
  }
  const verdictFor = async (
    { authorization }: Payment,
    ask: () => Promise<Rejection | undefined>,
  ): Promise<Verdict> => {
    const verdict = await asked(node, ask)
    return verdict.ok ? { ok: true, payer: authorization.from } : verdict
  }
  return {
    proves: true,
    identify: (payment, required) =>
      verdictFor(payment, async () => {
        const found = await identify(payment, required)
        return 'code' in found ? found : undefined
      }),
    check: (payment, required) =>
      verdictFor(payment, async () => {
        const found = await identify(payment, required)
        if ('code' in found) return found
        const { authorization } = payment
        return checkMoney(node, spec, { authorization, required, payer: found.payer })
      }),
    async settle(payment, required, onIntent) {
      const { transaction, blob } = payment.authorization
      await onIntent({ transaction, raw: blob, sentAt: clock.now() })
      return sendAndWait(questionOf(payment, required), clock, options, stop.signal)
    },
    find: (payment, required) => findOrSend(questionOf(payment, required)),
    health: () => healthOf(parts),
    async close() {
      stop.abort(new Error('closing'))
      await node.close()
    },
  }
}
