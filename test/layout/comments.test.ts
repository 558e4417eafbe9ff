/** Comments are at most 100 characters wide, as code is: the formatter leaves them as they are. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const WIDTH = 100
const FOLDERS = ['generator', 'runtime', 'scripts', 'test']

/** Files with code that is written by hand. */
const files = execFileSync('git', ['ls-files', ...FOLDERS], { encoding: 'utf8' })
  .split('\n')
  .filter(path => /\.m?ts$|\.mjs$/.test(path) && !/^test\/(golden|fixtures)\//.test(path))

it('no comment is wider than code', () => {
  const wide = files.flatMap(path =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        /^\s*(\/\/|\/?\*)/.test(line) && line.length > WIDTH ? [`${path}:${i + 1}`] : [],
      ),
  )
  expect(wide).toEqual([])
  expect(files.length).toBeGreaterThan(1000)
})
