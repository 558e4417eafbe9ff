/**
 * Generates the fixture in a process of its own and prints the sha256 of each file; run by
 * determinism.test.ts.
 */
import { createHash } from 'node:crypto'
import { generate } from '../../generator/generate.ts'
import { write } from '../../generator/write/write.ts'
import { fixture } from './fixture.ts'

const files = await generate(fixture())
write(files, process.argv[2]!)
for (const [path, file] of files)
  process.stdout.write(`${path} ${createHash('sha256').update(file.text).digest('hex')}\n`)
