/** The parts that call upstreams and store their media. */
import type { BaseParts, Register } from './base-parts.ts'
import type { Dependencies } from './context.ts'
import { createDiskMedia } from './media/disk.ts'
import { createMirror } from './media/mirror.ts'
import { createS3Media } from './media/s3.ts'
import type { Clock, MediaStore, Random } from './seams.ts'
import type { Settings } from './settings/types.ts'
import { createUpstreams } from './upstream/client.ts'

/** Largest file that is mirrored, in bytes, and the longest time for one file, in ms. */
const LARGEST_FILE = 512 * 2 ** 20
const FILE_TIME = 600_000

/** Builds the parts that call upstreams. */
export function makeUpstreams(
  base: BaseParts,
  media: MediaStore,
  register: Register,
): Required<Pick<Dependencies, 'upstreams' | 'mirror'>> {
  const { catalog, settings, clock, observe } = base
  const upstreams = register(createUpstreams(base))
  const { mediaAllowHosts: allowHosts, upstreams: upstreamSettings } = settings
  const bounds = { maxBytes: LARGEST_FILE, timeout: FILE_TIME, allowHosts }
  return {
    upstreams,
    mirror: register(
      createMirror({
        media,
        mediaPath: catalog.gateway.media,
        observe,
        clock,
        ...bounds,
        upstreams,
        upstreamSettings,
      }),
    ),
  }
}

/** Opens the media store: a bucket if the settings name one, otherwise a folder. */
export async function createMedia(
  where: Settings['media'],
  parts: { clock: Clock; random: Random },
): Promise<MediaStore> {
  return 's3' in where
    ? createS3Media({ bucket: where.s3, ...parts })
    : createDiskMedia({ dir: where.dir, ...parts })
}
