/**
 * The requests that payments send to a node, with checked answers. Every function rejects with
 * `NodeError` or `NodeDown`. All facts come from validated ledgers, which cannot change.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Note } from '../public-message.ts'
import {
  accountOf,
  foundOf,
  lineOf,
  part,
  statusOf,
  strange,
  whole,
  type Account,
  type Found,
  type NodeStatus,
  type TrustLine,
} from './answers.ts'
import { NodeDown, NodeError, type Answer, type Socket } from './socket.ts'

/** The requests to the ledger that payments need. */
export interface Node {
  /** Converts an error to a message for callers, and logs the node's own text. */
  report(error: unknown): string
  /** Returns the node's status. Rejects unless it serves this network and is up to date. */
  status(): Promise<NodeStatus>
  account(address: string): Promise<Account | undefined>
  line(holder: string): Promise<TrustLine | undefined>
  hasTicket(account: string, ticket: number): Promise<boolean>
  /**
   * Returns a transaction; undefined if the node does not know it. With a range of ledgers, rejects
   * if the node did not search all of them.
   */
  transaction(hash: string, range?: readonly [number, number]): Promise<Found | undefined>
  /** Sends a signed transaction. Returns the preliminary result, which proves nothing. */
  submit(blob: string): Promise<string>
  /** Returns the last validated ledger; `time` is Unix seconds. */
  head(): Promise<{ number: number; time: number }>
  close(): Promise<void>
}

/** Seconds between the epochs of Unix and of the ledger, 2000-01-01. */
const RIPPLE_EPOCH = 946_684_800
const VALIDATED = { ledger_index: 'validated' }

/** Resolves to undefined if the node says that the object does not exist. */
async function orNothing(answer: Promise<Answer>, code: string): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof NodeError && error.code === code) return undefined
    throw error
  }
}

/** Returns a message that callers may see. The texts of `NodeDown` are our own. */
function publicMessage(error: unknown): string {
  if (error instanceof NodeDown) return error.message
  const isCode = error instanceof NodeError && /^[A-Za-z]{1,40}$/.test(error.code)
  return `the node cannot be asked${isCode ? ` (${error.code})` : ''}`
}

/** Creates the view of a network through a node. `note` logs the node's own texts. */
export function createNode(socket: Socket, { chain, asset }: NetworkSpec, note?: Note): Node {
  const network = Number(chain.split(':')[1])
  const { address: currency, issuer } = asset
  const entry = (args: object): Promise<Answer | undefined> =>
    orNothing(socket.request('ledger_entry', { ...args, ...VALIDATED }), 'entryNotFound')
  return {
    report(error) {
      const text = publicMessage(error)
      const reason = String((error as Error | undefined)?.message ?? error)
      note?.('node error', { public: text, reason })
      return text
    },
    status: async () => statusOf(await socket.request('server_info'), network),
    async account(address) {
      const asked = socket.request('account_info', { account: address, ...VALIDATED })
      const answer = await orNothing(asked, 'actNotFound')
      return answer && accountOf(answer)
    },
    async line(holder) {
      const answer = await entry({ ripple_state: { accounts: [holder, issuer], currency } })
      return answer && lineOf(answer, holder)
    },
    hasTicket: async (account, ticket) =>
      (await entry({ ticket: { account, ticket_seq: ticket } })) !== undefined,
    async transaction(hash, range) {
      const within = range && { min_ledger: range[0], max_ledger: range[1] }
      const asked = socket.request('tx', { transaction: hash, ...within }).catch(error => {
        if (
          range &&
          error instanceof NodeError &&
          error.code === 'txnNotFound' &&
          !error.isComplete
        )
          throw new NodeDown('the node does not have all ledgers')
        throw error
      })
      const answer = await orNothing(asked, 'txnNotFound')
      return answer && foundOf(answer, hash)
    },
    async submit(blob) {
      const { engine_result: result } = await socket.request('submit', { tx_blob: blob })
      return typeof result === 'string' ? result.slice(0, 40) : strange()
    },
    async head() {
      const answer = await socket.request('ledger', VALIDATED)
      const { close_time: closed } = part(answer.ledger)
      return { number: whole(answer.ledger_index), time: whole(closed) + RIPPLE_EPOCH }
    },
    close: () => socket.close(),
  }
}
