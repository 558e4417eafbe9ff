/** A gateway of production parts, put together and taken down. */
import { expect, it } from 'vitest'
import { startGateway } from '../helpers/gateway.ts'

it('closing ends every part, also when one of them fails, and reports the first failure', async () => {
  const closed: string[] = []
  const at = await startGateway({
    assemble: {
      replace: parts => {
        const { close } = parts.upstreams
        parts.upstreams.close = async () => {
          await close.call(parts.upstreams)
          closed.push('upstreams')
          throw new Error('the upstreams hang')
        }
        const media = parts.media.close
        parts.media.close = async () => {
          await media.call(parts.media)
          closed.push('media')
          throw new Error('the disk hangs')
        }
        return {}
      },
    },
  })
  try {
    await expect(at.gateway.close()).rejects.toThrow('the upstreams hang')
    expect(closed).toEqual(['upstreams', 'media'])
    await expect(at.gateway.parts.store.ping()).rejects.toThrow()
  } finally {
    await at.stop()
  }
})
