/** Texts whose tokens are known: the library's own count, of whole texts without any long run. */
import { createRequire } from 'node:module'
import { CATALOG } from '../helpers/catalogs.ts'
import { readFileSync } from 'node:fs'
import {
  CL100K_TOKEN_SPLIT_REGEX,
  O200K_TOKEN_SPLIT_REGEX,
} from 'gpt-tokenizer/encodingParams/constants'
import { counterOf, type Count, type Encoding } from '../../runtime/hooks/tokens/counter.ts'

/** Numbers below `n`, the same in every run. */
export type Dice = (n: number) => number

export function dice(seed: number): Dice {
  let state = seed
  return n => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

const own = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const paragraphs = (...files: string[]): string[] => files.flatMap(file => own(file).split('\n\n'))

// Without the padding and rules of tables, which are long runs.
const ENGLISH = paragraphs('README.md', `${CATALOG}/README.md`, 'runtime/README.md').map(text =>
  text.replaceAll(/ {3,}|-{4,}/g, ' '),
)
const CODE = paragraphs(
  'runtime/gateway.ts',
  'runtime/server.ts',
  'runtime/context.ts',
  'runtime/contract.ts',
  'generator/generate.ts',
  'runtime/store/redis-scripts.ts',
)
const CLAUSES = (
  '春天的早晨，阳光穿过窗帘照在书桌上。他打开笔记本，写下了昨天没有完成的句子。城市慢慢醒来，远处传来电车的声音，像是在提醒人们新的一天已经开始。' +
  '昨日の会議では、新しいサービスの料金について話し合いました。まだ決まっていないことも多いですが、来週までに案をまとめる予定です。カタカナのコンピュータも含まれます。' +
  '오늘 아침에는 비가 내려서 우산을 들고 나갔습니다. 버스는 늦게 왔지만, 회의 시간에는 맞출 수 있었습니다. 저녁에는 친구를 만나, 오래된 이야기를 나누었습니다. '
).split(/(?<=[。，、.,]\s?)/)

const any = <T>(list: readonly T[], roll: Dice): T => list[roll(list.length)]!
const grown = (length: number, next: () => string): string => {
  let text = ''
  while (text.length < length) text += next()
  return text.slice(0, length)
}

const row = (roll: Dice): object => ({
  id: `item_${roll(1e9).toString(36)}`,
  title: any(ENGLISH, roll).slice(0, 60),
  price: roll(10_000) / 100,
  tags: ['new', any(CLAUSES, roll)],
  ok: roll(2) === 0,
})

const makers: Record<string, (roll: Dice) => string> = {
  English: roll => `${any(ENGLISH, roll)}\n\n`,
  code: roll => `${any(CODE, roll)}\n\n`,
  CJK: roll => any(CLAUSES, roll),
  JSON: roll => JSON.stringify(row(roll)),
  'indented JSON': roll => JSON.stringify(row(roll), null, 2),
  base64: roll => Buffer.from(Array.from({ length: 300 }, () => roll(256))).toString('base64'),
  'long numbers in JSON': roll =>
    JSON.stringify(Array.from({ length: 40 }, () => roll(1e9) * 1000 + roll(1000))),
  emoji: roll =>
    String.fromCodePoint(0x1f300 + roll(0x300)) +
    any(['', '\ufe0f', '\u{1f3fd}', '\u200d', ' so '], roll),
  'repeated whitespace': roll =>
    `${' '.repeat(1 + roll(60))}${any(ENGLISH, roll).slice(0, 30)}${'\n'.repeat(1 + roll(8))}${'\t'.repeat(roll(6))}`,
  'minified code': roll =>
    any(CODE, roll)
      .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
      .replaceAll(/\s*([^\w\s]|\s)\s*/g, '$1'),
}

/** Kinds of text, and how one of a length is made. */
export const KINDS: Record<string, (length: number, roll: Dice) => string> = {
  ...Object.fromEntries(
    Object.entries(makers).map(([kind, make]) => [
      kind,
      (length: number, roll: Dice) => grown(length, () => make(roll)),
    ]),
  ),
  'a mixture': (length, roll) =>
    grown(length, () => {
      const make = any(Object.values(makers), roll)
      return grown(500 + roll(2000), () => make(roll))
    }),
  'English, then CJK, then JSON': (length, roll) =>
    KINDS.English!(length / 2, roll) +
    KINDS.CJK!(length / 5, roll) +
    KINDS.JSON!((length * 3) / 10, roll),
  'CJK, then English': (length, roll) =>
    KINDS.CJK!(length / 2, roll) + KINDS.English!(length / 2, roll),
  'English, and base64 at the end': (length, roll) =>
    KINDS.English!(length * 0.9, roll) + KINDS.base64!(length / 10, roll),
}

const load = createRequire(import.meta.url)

/** How many tokens the library counts. */
export function truth(text: string, encoding: Encoding): number {
  const library = load(`gpt-tokenizer/encoding/${encoding}_base`) as {
    countTokens(text: string, options: object): number
  }
  return library.countTokens(text, { disallowedSpecial: new Set() })
}

const RUNS = { cl100k: CL100K_TOKEN_SPLIT_REGEX, o200k: O200K_TOKEN_SPLIT_REGEX }
/** Runs are remembered up to here: longer ones hardly come again. */
const SHORT = 128

/**
 * The gateway's counter of an encoding, which counts each run once: texts that are made of few runs
 * take a tenth of the time.
 */
export function byRuns(encoding: Encoding): Count {
  const count = counterOf(encoding)
  const known = new Map<string, number>()
  const ofRun = (run: string): number => {
    const found = known.get(run) ?? count(run)
    if (run.length <= SHORT) known.set(run, found)
    return found
  }
  return text => (text.match(RUNS[encoding]) ?? []).reduce((sum, run) => sum + ofRun(run), 0)
}
