/**
 * The structured log: one JSON line an event. Whatever anybody writes is cleaned of secrets twice,
 * by path and by value.
 */
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { Clock } from '../seams.ts'
import type { Redactor } from './redact.ts'

/** Takes the lines, each with its line feed. */
export interface LogDestination {
  write(line: string): unknown
}

/** How the log is written. */
export interface LogOptions {
  level: string
  /** On every line, e.g. the catalog's hash. */
  bindings: Readonly<Record<string, string>>
  redact: Redactor
  clock: Clock
  /** Where lines go; standard output unless given. */
  destination?: LogDestination
}

/** Two ways to one log. */
export interface Logs {
  /**
   * For everything: errors, warnings, what happens at start. Each line is cleaned as a whole, which
   * costs more than writing it.
   */
  log: Logger
  /**
   * For lines of a few named members, of which the writer cleans those that hold somebody's text.
   */
  facts: Logger
}

const PATHS = [
  'authorization',
  'headers.authorization',
  'headers["x-payment"]',
  'headers["payment-signature"]',
  'headers["x-api-key"]',
  'relayerKey',
  '*.relayerKey',
  'signature',
  '*.signature',
  '*.*.signature',
  'password',
  '*.password',
]

/**
 * Lines wait to be written together up to this size, in bytes, but for a second at most: a write
 * costs more than all lines in it.
 */
const TOGETHER = 128 * 1024

/**
 * Standard output, flushed at exit. Lines are kept as bytes, because a text that grows would be
 * measured anew with each of them.
 */
function output(): LogDestination {
  const options = {
    dest: 1,
    sync: false,
    contentMode: 'buffer',
    minLength: TOGETHER,
    maxWrite: 2 * TOGETHER,
    periodicFlush: 1000,
  } as const
  const out = pino.destination(options) as unknown as { write(bytes: Buffer): unknown }
  return {
    write: line => {
      out.write(Buffer.from(line))
    },
  }
}

/** An error as a log line holds it. */
function plain(
  error: Error | undefined,
  redact: Redactor,
): { type?: string; message: string; stack: string } {
  return {
    type: error?.name,
    message: redact.text(String(error?.message)),
    stack: redact.text(String(error?.stack ?? '')),
  }
}

/** Makes the log. */
export function createLogs({ level, bindings, redact, clock, destination }: LogOptions): Logs {
  const out = (destination ?? output()) as DestinationStream
  const shared: LoggerOptions = { level, base: bindings, timestamp: () => `,"time":${clock.now()}` }
  const cleaned: LoggerOptions = {
    ...shared,
    redact: { paths: PATHS, censor: '[redacted]' },
    serializers: { err: (error: Error) => plain(error, redact) },
  }
  return {
    log: pino(cleaned, {
      write: line => {
        out.write(redact.secrets(line))
      },
    }),
    facts: pino(shared, out),
  }
}
