/** Prices of the local oracle, now and in the past. */
import { fraction, hash, round } from '../prediction/world.ts'
import type { Feed } from './feeds.ts'

const EXPO: Readonly<Record<string, number>> = { Crypto: -8, Equity: -5, FX: -5, Metal: -3 }
const DAY = 86_400
const FIRST = Date.UTC(2020, 0, 1) / 1000

/** Seconds of one bar, by resolution. */
export const STEPS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [1, 2, 5, 15, 30, 60, 120, 240, 360, 720].map(minutes => [String(minutes), minutes * 60]),
  ),
  D: DAY,
  '1D': DAY,
  W: 7 * DAY,
  '1W': 7 * DAY,
  M: 30 * DAY,
  '1M': 30 * DAY,
}

const middleOf = ({ attributes }: Feed): number => 1 + 999 * fraction(attributes.symbol)

/**
 * A price as it is published: integers in text, with their power of ten. `now` is in Unix seconds.
 */
function priceNow(feed: Feed, now: number): object {
  const { asset_type, base } = feed.attributes
  const expo = EXPO[asset_type] ?? -8
  const isPublished = base !== 'NEW'
  const whole = (value: number): string =>
    isPublished ? String(Math.round(value * 10 ** -expo)) : '0'
  const publish_time = isPublished ? now - 1 : 0
  const price = {
    price: whole(middleOf(feed)),
    conf: whole(middleOf(feed) / 2000),
    expo,
    publish_time,
  }
  return {
    id: feed.id,
    price,
    ema_price: { ...price, price: whole(middleOf(feed) * 1.001) },
    metadata: {
      slot: 200_000_000,
      proof_available_time: publish_time + 1,
      prev_publish_time: publish_time - 1,
    },
  }
}

/** The published prices of some feeds, with the bytes that a contract would check. */
export const latest = (feeds: readonly Feed[], now: number): object => ({
  binary: { encoding: 'hex', data: [`504e4155${hash(feeds.map(({ id }) => id).join())}`] },
  parsed: feeds.map(feed => priceNow(feed, now)),
})

/** Bars from `from` to `to`, none before the feed began or after now; lists beside each other. */
export function history(
  feed: Feed,
  window: { step: number; from: number; to: number; now: number },
): object {
  const { step, from, to, now } = window
  const begin = Math.ceil(Math.max(from, FIRST) / step) * step
  const end = Math.min(to, now)
  const t = Array.from(
    { length: Math.max(0, Math.floor((end - begin) / step) + 1) },
    (_, n) => begin + n * step,
  )
  const at = (time: number, part: string): number => fraction(`${feed.id} ${time} ${part}`)
  const o = t.map(time => round(middleOf(feed) * (0.95 + 0.1 * at(time, 'o')), 5))
  const c = t.map(time => round(middleOf(feed) * (0.95 + 0.1 * at(time, 'c')), 5))
  const h = t.map((time, n) => round(Math.max(o[n]!, c[n]!) * (1 + 0.01 * at(time, 'h')), 5))
  const l = t.map((time, n) => round(Math.min(o[n]!, c[n]!) * (1 - 0.01 * at(time, 'l')), 5))
  return { s: t.length > 0 ? 'ok' : 'no_data', t, o, h, l, c, v: t.map(() => 0) }
}
