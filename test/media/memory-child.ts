/**
 * Mirrors films to disk in a process of its own and reports how its memory grew. Arguments: folder,
 * host, small URL, large URL.
 */
import { systemClock } from '../../runtime/lib/clock.ts'
import { createDiskMedia } from '../../runtime/media/disk.ts'
import { createMirror } from '../../runtime/media/mirror.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import { systemRandom } from '../../runtime/lib/random.ts'

const [dir = '', host = '', small = '', large = ''] = process.argv.slice(2)
const media = await createDiskMedia({ dir, clock: systemClock, random: systemRandom })
const mirror = createMirror({
  media,
  mediaPath: '/media',
  clock: systemClock,
  maxBytes: 512 * 2 ** 20,
  timeout: 600_000,
  allowHosts: [host],
  observe: createObserve({
    hash: 'm',
    clock: systemClock,
    destination: { write: line => process.stderr.write(line) },
  }),
})
const copy = async (url: string): Promise<boolean> =>
  (await mirror.mirror([{ url }], { origin: 'https://gateway.test' }))[0]?.backed_up === true

const warm = await copy(small)
globalThis.gc?.()
const before = process.memoryUsage.rss()
let most = before
const look = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 5)
const copied = await copy(large)
clearInterval(look)
most = Math.max(most, process.memoryUsage.rss())
console.log(JSON.stringify({ copied: warm && copied, growth: (most - before) / 1e6 }))
await mirror.close()
