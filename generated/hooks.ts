// Code generated from catalog/hooks.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Scope } from '../runtime/contract.ts'

/**
 * Hand-written code that formulas may call. Provided by `createHooks` of
 * `runtime/hooks/index.ts`.
 */
export interface Hooks {
  /**
   * balance of a wallet in the token that the gateway accepts
   * @see catalog/hooks.yaml:2
   */
  balanceOf: (a0: string) => Promise<bigint>
  /**
   * one health view; `ok` is false when payments cannot be taken
   * @see catalog/hooks.yaml:3
   */
  healthOf: (a0: 'basic' | 'overview' | 'chain' | 'models' | 'regions') => Promise<any>
  /**
   * whether a data URI holds an image (PNG, JPEG, GIF, BMP, WEBP, HEIC, HEIF, AVIF)
   * @see catalog/hooks.yaml:4
   */
  decodesToImage: (a0: string) => boolean
  /**
   * the image (URL or data URI) resized to the best of these sizes: {data, size}
   * @see catalog/hooks.yaml:5
   */
  fitImage: (a0: string, a1: readonly string[]) => Promise<any>
  /**
   * tokens of a prompt: its messages (or one text) and the rest of the request, such as tools; -1
   * if something cannot be counted, such as a PDF
   * @see catalog/hooks.yaml:6
   */
  estimateTokens: (a0: any, a1: any, a2: 'o200k' | 'cl100k') => number
  /**
   * the messages without the oldest turns, so that the request has at most this many tokens
   * @see catalog/hooks.yaml:7
   */
  fitMessages: (a0: any, a1: any, a2: 'o200k' | 'cl100k', a3: number) => any
  /**
   * a request of the Messages protocol in the form of chat completions
   * @see catalog/hooks.yaml:8
   */
  chatOfMessages: (a0: any) => any
  /**
   * whether this id was started here in the last 48 hours and the upstream still works on it
   * @see catalog/hooks.yaml:9
   */
  begunHere: (a0: string) => Promise<boolean>
  /**
   * whether a wallet is on a list of the setting WALLETS
   * @see catalog/hooks.yaml:10
   */
  isListed: (a0: string, a1: string) => boolean
  /**
   * a sealed handle for a text (at most 128 bytes) with a prefix; it cannot be forged or read
   * @see catalog/hooks.yaml:11
   */
  seal: (a0: string, a1: string) => string
  /**
   * the text of a sealed handle with this prefix; empty if the handle is not ours
   * @see catalog/hooks.yaml:12
   */
  unseal: (a0: string, a1: string) => string
  /**
   * 32 hex digits that identify a text
   * @see catalog/hooks.yaml:13
   */
  digest: (a0: string) => string
  /**
   * whether it is an EVM or a Solana address
   * @see catalog/hooks.yaml:14
   */
  isAddress: (a0: string) => boolean
  /**
   * whether it is the address of a wallet on the gateway's network
   * @see catalog/hooks.yaml:15
   */
  isWallet: (a0: string) => boolean
  /**
   * whether it is an https address on the public internet, by its text alone: no credentials, no
   * private IP address, no local name
   * @see catalog/hooks.yaml:16
   */
  isPublicUrl: (a0: string) => boolean
}

/** The scope of the formulas of one route. */
export type Call<
  Body = undefined,
  Path = {},
  R extends Row = never,
  Query = Record<string, any>,
  Values = {}
> = Scope<Body, Query, Path, R, Hooks, Values>
