/** Answers the commands of rippled's WebSocket interface that wallets and gateways send. */
import { decodeAccountID } from 'xrpl'
import { isFinal } from './apply.ts'
import type { Entry, Ledger } from './ledger.ts'
import { valueOf, type Line, type State } from './state.ts'

/** A request. */
export type Request = Readonly<Record<string, unknown>>
/** The result of a request. */
export type Result = Record<string, unknown>

/** An error of the interface. `more` is added to the answer. */
export class CommandError extends Error {
  readonly code: string
  readonly more: Result
  constructor(code: string, message: string, more: Result = {}) {
    super(message)
    this.code = code
    this.more = more
  }
}

/** Seconds between the epochs of Unix and of the ledger. */
const RIPPLE_EPOCH = 946_684_800
const MOST_LEDGERS = 1000
/** The account in whose name balances of trust lines are written. */
const NOBODY = 'rrrrrrrrrrrrrrrrrrrrBZbvji'
const FREEZE = { low: 0x00400000, high: 0x00800000 }

const isCurrent = ({ ledger_index: at }: Request): boolean => at === 'current'
const stateOf = (ledger: Ledger, request: Request): State =>
  ledger.view(isCurrent(request) ? 'current' : 'validated')
const position = (ledger: Ledger, request: Request): Result =>
  isCurrent(request)
    ? { ledger_current_index: ledger.validated + 1, validated: false }
    : { ledger_index: ledger.validated, validated: true }

function serverInfo(ledger: Ledger): Result {
  const age = Math.floor((Date.now() - ledger.closedAt) / 1000)
  const last = { base_fee_xrp: 0.00001, reserve_base_xrp: 1, reserve_inc_xrp: 0.2 }
  return {
    info: {
      build_version: '2.6.0',
      network_id: ledger.networkId,
      complete_ledgers: `${ledger.first}-${ledger.validated}`,
      load_factor: 1,
      server_state: 'full',
      validated_ledger: { ...last, seq: ledger.validated, age, hash: 'A'.repeat(64) },
    },
  }
}

function accountInfo(ledger: Ledger, request: Request): Result {
  const address = String(request.account)
  const account = stateOf(ledger, request).accounts.get(address)
  if (!account) throw new CommandError('actNotFound', 'Account not found.')
  const { drops, sequence, flags, regularKey, tickets, transferRate } = account
  const data = {
    LedgerEntryType: 'AccountRoot',
    Account: address,
    Balance: String(drops),
    Sequence: sequence,
    Flags: flags,
    OwnerCount: 0,
    TicketCount: tickets.size,
    ...(regularKey !== undefined && { RegularKey: regularKey }),
    ...(transferRate !== 1_000_000_000n && { TransferRate: Number(transferRate) }),
  }
  return { ...position(ledger, request), account_data: data }
}

function accountLines(ledger: Ledger, request: Request): Result {
  const holder = String(request.account)
  const lines = [...stateOf(ledger, request).lines.values()]
    .filter(line => line.holder === holder)
    .map(({ issuer, currency, balance, limit }) => {
      const amounts = { balance: valueOf(balance), limit: valueOf(limit), limit_peer: '0' }
      return { account: issuer, currency, ...amounts }
    })
  return { ...position(ledger, request), account: holder, lines }
}

/** A trust line as the ledger holds it: from the side of the account with the lower id. */
function rippleState(line: Line): Result {
  const { holder, issuer, currency, balance, limit, isFrozen } = line
  const isLow = Buffer.compare(decodeAccountID(holder), decodeAccountID(issuer)) < 0
  const own = { currency, issuer: holder, value: valueOf(limit) }
  const peer = { currency, issuer, value: '0' }
  const value = valueOf(isLow ? balance : -balance)
  return {
    LedgerEntryType: 'RippleState',
    Balance: { currency, issuer: NOBODY, value },
    LowLimit: isLow ? own : peer,
    HighLimit: isLow ? peer : own,
    Flags: isFrozen ? (isLow ? FREEZE.high : FREEZE.low) : 0,
  }
}

function ledgerEntry(ledger: Ledger, request: Request): Result {
  const state = stateOf(ledger, request)
  const found = (request.ticket ? ticketOf : lineOf)(state, request)
  if (!found) throw new CommandError('entryNotFound', 'Requested ledger entry not found.')
  return { ...position(ledger, request), node: found }
}

function ticketOf({ accounts }: State, request: Request): Result | undefined {
  const { account, ticket_seq: ticket } = request.ticket as { account: string; ticket_seq: number }
  return accounts.get(account)?.tickets.has(ticket)
    ? { LedgerEntryType: 'Ticket', Account: account, TicketSequence: ticket }
    : undefined
}

function lineOf({ lines }: State, request: Request): Result | undefined {
  const { accounts, currency } = request.ripple_state as { accounts: string[]; currency: string }
  const line = [...lines.values()].find(
    one =>
      one.currency === currency && accounts.includes(one.holder) && accounts.includes(one.issuer),
  )
  return line && rippleState(line)
}

function accountObjects(ledger: Ledger, request: Request): Result {
  const address = String(request.account)
  const tickets = stateOf(ledger, request).accounts.get(address)?.tickets ?? []
  const objects = [...tickets].map(ticket => ({
    LedgerEntryType: 'Ticket',
    TicketSequence: ticket,
  }))
  return { ...position(ledger, request), account: address, account_objects: objects }
}

function submit(ledger: Ledger, { tx_blob: blob }: Request): Result {
  try {
    const { code, hash, tx } = ledger.submit(String(blob))
    const isApplied = isFinal(code)
    return {
      engine_result: code,
      engine_result_message: code,
      accepted: isApplied,
      applied: isApplied,
      tx_blob: blob,
      tx_json: { ...tx, hash },
    }
  } catch (error) {
    throw new CommandError('invalidTransaction', (error as Error).message)
  }
}

const foundEntry = ({ hash, tx, ledger, code, delivered }: Entry): Result => ({
  hash,
  tx_json: tx,
  ledger_index: ledger,
  validated: true,
  meta: { TransactionResult: code, TransactionIndex: 0, delivered_amount: delivered },
})

function transaction(ledger: Ledger, request: Request): Result {
  const hash = String(request.transaction)
  const [first, last] = [request.min_ledger, request.max_ledger] as (number | undefined)[]
  const isRange = first !== undefined && last !== undefined
  if (isRange && last - first > MOST_LEDGERS)
    throw new CommandError('excessiveLgrRange', 'Ledger range exceeds 1000.')
  const entry = ledger.entry(hash)
  if (entry && (!isRange || (first <= entry.ledger && entry.ledger <= last)))
    return foundEntry(entry)
  const waiting = ledger.waiting(hash)
  if (waiting) return { hash, tx_json: waiting, validated: false }
  const isAll = isRange && first >= ledger.first && last <= ledger.validated
  throw new CommandError('txnNotFound', 'Transaction not found.', { searched_all: isAll })
}

const COMMANDS: Readonly<Record<string, (ledger: Ledger, request: Request) => Result>> = {
  server_info: serverInfo,
  account_info: accountInfo,
  account_lines: accountLines,
  account_objects: accountObjects,
  ledger_entry: ledgerEntry,
  submit,
  tx: transaction,
  fee: () => ({ drops: { base_fee: '10', open_ledger_fee: '10', minimum_fee: '10' } }),
  ledger_current: ledger => ({ ledger_current_index: ledger.validated + 1 }),
  ledger: (ledger, request) => ({
    ...position(ledger, request),
    ledger: { close_time: Math.floor(ledger.closedAt / 1000) - RIPPLE_EPOCH },
  }),
  ping: () => ({}),
  subscribe: () => ({}),
  unsubscribe: () => ({}),
}

/** Answers a request. Throws `CommandError`. */
export function answer(ledger: Ledger, request: Request): Result {
  const name = String(request.command)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new CommandError('unknownCmd', `Unknown method ${name.slice(0, 50)}`)
  return command(ledger, request)
}
