/**
 * The structured log: one JSON line per event. Secrets are redacted twice, by path and by value.
 */
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { Clock } from '../seams.ts'
import type { Redactor } from './redact.ts'

/** Takes lines, each with its line feed. */
export interface LogDestination {
  write(line: string): unknown
}

/** Options of the log. */
export interface LogOptions {
  level: string
  /** Members of every line, e.g. the catalog's hash. */
  bindings: Readonly<Record<string, string>>
  redact: Redactor
  clock: Clock
  /** Where lines are written. */
  destination: LogDestination
}

/** Two writers of one log. */
export interface Logs {
  /**
   * For errors, warnings and start-up messages. Redacts each line as a whole, which costs more than
   * writing it.
   */
  log: Logger
  /**
   * For lines with a few listed members; the caller redacts those that may contain foreign text.
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
 * Lines are buffered up to this many bytes and for at most a second, because a write costs more
 * than all lines in it.
 */
const TOGETHER = 128 * 1024

let standardOutput: LogDestination | undefined

/** Standard output, flushed at exit. All gateways of a process share its buffer and its timer. */
export const output = (): LogDestination => (standardOutput ??= openOutput())

/** Buffers lines as bytes, because a growing string would be measured again with each line. */
function openOutput(): LogDestination {
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

/** Converts an error to a member of a log line. */
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
  const out = destination as DestinationStream
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
