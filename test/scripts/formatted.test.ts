/** Made documents are formatted by the project's own options. */
import { expect, test } from 'vitest'
import { formatted } from '../../scripts/formatted.ts'

test('a document is formatted by the language of its name', async () => {
  expect(await formatted('a.yaml', 'a:   "b"')).toBe("a: 'b'\n")
  expect(await formatted('a.md', '*  one\n*  two')).toBe('- one\n- two\n')
})

test('lines of Markdown are filled up to 100 characters', async () => {
  const text = await formatted('a.md', `${'word '.repeat(30)}\nword`)
  expect(text.split('\n').map(line => line.length)).toEqual([99, 54, 0])
})

test('a document that cannot be read is an error with its name', async () => {
  await expect(formatted('a.ts', 'const = 1')).rejects.toThrow('a.ts: ')
})
