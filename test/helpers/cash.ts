/**
 * A way to be paid that lives in memory, for tests of what happens around a payment: wallets with
 * money, authorizations that can be used once, and settlements that land, fail, or stay unknown
 * when the test says so.
 */
import { createHash } from 'node:crypto'
import type { NetworkSpec } from '../../runtime/contract.ts'
import { decimalOf, microUsd } from '../../runtime/lib/decimal.ts'
import type { Authorization, Payment, PaymentScheme } from '../../runtime/payments/evm/types.ts'
import type { Rejection, Requirements, Verdict } from '../../runtime/payments/payment.ts'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import type { Clock } from '../../runtime/seams.ts'

/** What the next settlements do. `held` waits until it is let go. */
export type SettleMode = 'land' | 'fail' | 'unknown' | 'held'

/** Money and what was done with it. */
export interface Bank {
  balances: Map<string, bigint>
  /** Transactions by claim key. */
  landed: Map<string, string>
  /** Every attempt to move money, by claim key, in order. */
  attempts: string[]
  mode: SettleMode
  /** Lets held settlements land. */
  letGo(): void
  /** What the seller has earned, micro-USD. */
  earned(): bigint
  /** While true the bank cannot be asked. */
  down: boolean
  /** While true amounts are asked for in whole money, such as `0.0535`, not in micro-USD. */
  inDecimals: boolean
}

/** An amount in the notation of the bank, and back. */
const written = ({ inDecimals }: Bank, micro: bigint): string =>
  inDecimals ? decimalOf(micro) : String(micro)
const microOf = ({ inDecimals }: Bank, amount: string): bigint =>
  inDecimals ? microUsd(amount)! : BigInt(amount)

/** A buyer's wallet. */
export interface Wallet {
  address: string
  /** A payment header for what a challenge asks; `changes` replace members of the authorization. */
  sign(
    requirements: Requirements,
    changes?: Partial<
      Record<'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce' | 'signature', string>
    >,
  ): string
}

export interface Cash {
  paymentScheme: PaymentScheme
  bank: Bank
  /** A wallet of a name, with 100 USD when it is new; `balance` sets what it holds. */
  wallet(name: string, balance?: bigint): Wallet
  /** A payment header of the wallet with this address, which has what the bank says. */
  signAs(address: string, requirements: Requirements): string
}

const address = (name: string): string =>
  `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`
const seal = (from: string, nonce: string, value: string): string =>
  createHash('sha256').update(`${from}|${nonce}|${value}|secret`).digest('hex')
const SELLER = address('seller')

/** Makes a bank for one network. */
export function createCash(spec: NetworkSpec, clock: Clock): Cash {
  const waiting: (() => void)[] = []
  const signed = { count: 0 }
  const bank: Bank = {
    balances: new Map(),
    landed: new Map(),
    attempts: [],
    mode: 'land',
    down: false,
    inDecimals: false,
    letGo: () => {
      bank.mode = 'land'
      for (const go of waiting.splice(0)) go()
    },
    earned: () => bank.balances.get(SELLER) ?? 0n,
  }
  const move = (authorization: Authorization, { amount }: Requirements): Settlement => {
    const { key, from, to } = authorization
    const value = microOf(bank, amount)
    const held = bank.balances.get(from) ?? 0n
    if (bank.landed.has(key)) return { state: 'failed', reason: 'authorization is used' }
    if (held < value) return { state: 'failed', reason: 'transfer amount exceeds balance' }
    bank.balances.set(from, held - value)
    bank.balances.set(to, (bank.balances.get(to) ?? 0n) + value)
    bank.landed.set(key, `0x${createHash('sha256').update(key).digest('hex')}`)
    return { state: 'landed', transaction: bank.landed.get(key)! }
  }
  const paymentScheme: PaymentScheme = {
    spec,
    payTo: SELLER,
    requirements: (amount, maxTimeoutSeconds) => ({
      scheme: 'exact',
      network: spec.chain,
      amount: written(bank, amount),
      asset: spec.asset.address,
      payTo: SELLER,
      maxTimeoutSeconds,
      extra: { name: spec.asset.name ?? '', version: spec.asset.version ?? '' },
    }),
    owns: () => true,
    keyOf: (nonce, payer) => payer && `${spec.chain}|${spec.asset.address}|${payer}|${nonce}`,
    read: ({ payload }) => authorizationIn(spec, payload),
    decode: header => decode(paymentScheme, header),
    async verify(payment, requirements, now) {
      const wrong = judge(bank, { payment, requirements, now })
      if (wrong !== undefined) return { ok: false, rejection: wrong }
      return payment.authorization.value === 0n
        ? { ok: true, payer: payment.authorization.from }
        : paymentScheme.backend.check(payment, requirements)
    },
    backend: {
      check: async ({ authorization }) => onBank(bank, authorization),
      async settle({ authorization }, requirements, onIntent) {
        await onIntent({ transaction: '0xintent', sentAt: clock.now() })
        bank.attempts.push(authorization.key)
        if (bank.mode === 'fail')
          return { state: 'failed', reason: 'transfer amount exceeds balance' }
        if (bank.mode === 'unknown') return { state: 'unknown', reason: 'not confirmed in time' }
        if (bank.mode === 'held') await new Promise<void>(resolve => waiting.push(resolve))
        return move(authorization, requirements)
      },
      async find({ authorization }, requirements, _intent, onIntent) {
        if (bank.mode === 'unknown') return { state: 'unknown', reason: 'not confirmed in time' }
        const transaction = bank.landed.get(authorization.key)
        const isOver = Number(authorization.validBefore) * 1000 <= clock.now()
        if (transaction === undefined && isOver && onIntent === undefined)
          return { state: 'failed', reason: 'the authorization expired unused' }
        if (transaction !== undefined) return { state: 'landed', transaction }
        await onIntent?.({ transaction: '0xintent', sentAt: clock.now() })
        return move(authorization, requirements)
      },
      health: async () => ({ ok: !bank.down, details: {} }),
      close: async () => undefined,
    },
  }
  return {
    paymentScheme,
    bank,
    wallet: (name, balance) => wallet({ bank, clock, signed }, address(name), balance),
    signAs: (from, requirements) => wallet({ bank, clock, signed }, from).sign(requirements),
  }
}

function wallet(
  at: { bank: Bank; clock: Clock; signed: { count: number } },
  from: string,
  balance?: bigint,
): Wallet {
  at.bank.balances.set(from, balance ?? at.bank.balances.get(from) ?? 100_000_000n)
  return {
    address: from,
    sign(requirements, changes = {}) {
      const seconds = Math.floor(at.clock.now() / 1000)
      const authorization = {
        from,
        to: requirements.payTo,
        value: String(microOf(at.bank, requirements.amount)),
        validAfter: '0',
        validBefore: String(seconds + requirements.maxTimeoutSeconds),
        nonce: address(`${from} ${++at.signed.count}`),
        ...changes,
      }
      const signature = changes.signature ?? seal(from, authorization.nonce, authorization.value)
      const payload = {
        x402Version: 2,
        accepted: requirements,
        payload: { authorization, signature },
      }
      return Buffer.from(JSON.stringify(payload)).toString('base64')
    },
  }
}

const invalid = (details: string): { ok: false; rejection: Rejection } => ({
  ok: false,
  rejection: { code: 'PAYMENT_INVALID', details },
})

function decode(scheme: PaymentScheme, header: string): ReturnType<PaymentScheme['decode']> {
  try {
    const payload = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
    if (payload.x402Version !== 2) return invalid('x402Version is not 2')
    return { ok: true, payment: { authorization: scheme.read(payload, 0), scheme, payload } }
  } catch {
    return invalid('the payment header cannot be read')
  }
}

function authorizationIn(spec: NetworkSpec, payload: Record<string, unknown>): Authorization {
  const { authorization: a, signature } = payload as {
    authorization: Record<string, string>
    signature: string
  }
  return {
    from: a.from!,
    to: a.to!,
    value: BigInt(a.value!),
    validAfter: BigInt(a.validAfter!),
    validBefore: BigInt(a.validBefore!),
    nonce: a.nonce!,
    signature,
    key: `${spec.chain}|${spec.asset.address}|${a.from}|${a.nonce}`,
    signed: { signature, authorization: a },
  }
}

function judge(
  bank: Bank,
  of: { payment: Payment; requirements: Requirements; now: number },
): Rejection | undefined {
  const { payment, requirements: asked, now } = of
  const { from, to, value, nonce, validAfter, validBefore, signature } = payment.authorization
  if (value !== microOf(bank, asked.amount))
    return {
      code: 'PAYMENT_INVALID',
      details: `the amount is ${asked.amount}; ${value} was signed`,
    }
  if (to !== asked.payTo) return { code: 'PAYMENT_INVALID', details: 'the recipient is another' }
  if (signature !== seal(from, nonce, String(value)))
    return {
      code: 'PAYMENT_INVALID',
      details: 'the signature is not the one of the wallet in `from`',
    }
  const seconds = BigInt(Math.floor(now / 1000))
  if (validAfter > seconds || validBefore < seconds + 6n)
    return {
      code: 'PAYMENT_UNFUNDED',
      details: 'outside its window',
      payer: from,
      untimely: true,
    }
  return undefined
}

function onBank(bank: Bank, { key, from, value }: Authorization): Verdict {
  if (bank.down)
    return {
      ok: false,
      rejection: {
        code: 'PAYMENT_VERIFICATION_UNAVAILABLE',
        message: 'try again later',
        details: 'the bank is closed',
      },
    }
  if (bank.landed.has(key))
    return {
      ok: false,
      rejection: { code: 'PAYMENT_REPLAY', details: 'authorization is used', payer: from },
    }
  if ((bank.balances.get(from) ?? 0n) < value)
    return {
      ok: false,
      rejection: {
        code: 'PAYMENT_UNFUNDED',
        details: 'transfer amount exceeds balance',
        payer: from,
      },
    }
  return { ok: true, payer: from }
}
