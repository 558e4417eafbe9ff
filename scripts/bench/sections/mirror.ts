/**
 * Mirroring a large film: to disk and to a bucket, beside plain copies of the same film in the same
 * minute.
 */
import { findObjectStore, startObjectStore, type ObjectStore } from '../../devnet/object-store.ts'
import type { Bench, Section } from '../lib/bench.ts'
import type { Child } from '../lib/child.ts'
import { num, type Aim } from '../lib/report.ts'
import { median } from '../lib/stats.ts'
import type { Copied, Way } from '../servers/copier.ts'
import { serveFilms, type Films } from '../servers/films.ts'

const MEGABYTES = 100
/** Bytes of the film after which a process is at rest. */
const SMALL = 1e6
const AIM_GROWTH = 64
const AIM_CPU = 1.5

/**
 * One way of copying in a process of its own, what each copy took, and the most memory of all, in
 * MB.
 */
interface Subject {
  name: string
  child: Child
  way: Way
  copies: Copied[]
  growth: number
}

async function subjectsOf(
  bench: Bench,
  host: string,
  store: ObjectStore | undefined,
): Promise<Subject[]> {
  const begin = async (
    name: string,
    way: Way,
    bucket?: Pick<ObjectStore, 'url' | 'region' | 'keyId' | 'secret'>,
  ): Promise<Subject> => {
    return {
      name,
      way,
      copies: [],
      growth: 0,
      child: await bench.start('copier', { host, bucket }),
    }
  }
  const subjects = [
    await begin('plain copy to a file, synced', 'plain'),
    await begin('the same with its sha256', 'hashed'),
    await begin('mirror to disk', 'mirror'),
  ]
  if (!store) return subjects
  const { url, region, keyId, secret } = store
  return [...subjects, await begin('mirror to a bucket', 'mirror', { url, region, keyId, secret })]
}

/**
 * Copies in turns, so that all meet the same weather; the first round counts for memory only. Each
 * film is another one, or a bucket would have it already.
 */
async function copyInTurns(
  subjects: readonly Subject[],
  films: Films,
  rounds: number,
): Promise<void> {
  for (const { child, way } of subjects) {
    await child.ask('copy', { url: films.url(SMALL), way })
    await child.ask('rest')
  }
  for (let round = 0; round <= rounds; round++) {
    for (const subject of subjects) {
      const copied = await subject.child.ask<Copied>('copy', {
        url: films.url(MEGABYTES * 1e6, round),
        way: subject.way,
      })
      subject.growth = Math.max(subject.growth, copied.growth)
      if (round > 0) subject.copies.push(copied)
    }
  }
}

const speedOf = ({ copies }: Subject) => median(copies.map(copy => MEGABYTES / copy.seconds))
const cpuOf = ({ copies }: Subject) => median(copies.map(copy => copy.cpu / 1000 / MEGABYTES))

function aimsOf(subjects: readonly Subject[]): Aim[] {
  const [, hashed, disk] = subjects as [Subject, Subject, Subject]
  const cost = cpuOf(disk) / cpuOf(hashed)
  const memory = subjects
    .filter(({ way }) => way === 'mirror')
    .map(({ name, growth }) => ({
      what: `memory of a ${MEGABYTES} MB film, ${name}`,
      aim: `< ${AIM_GROWTH} MB`,
      measured: `${num(growth, 1)} MB`,
      holds: growth < AIM_GROWTH,
    }))
  const measured = `${num(cost, 2)} times`
  return [
    ...memory,
    {
      what: 'CPU of the mirror beside the plain hashed copy',
      aim: `<= ${AIM_CPU} times`,
      measured,
      holds: cost <= AIM_CPU,
    },
  ]
}

/** Section 9. */
export const mirror: Section = async bench => {
  const films = await serveFilms()
  const store = findObjectStore() ? await startObjectStore() : undefined
  try {
    const subjects = await subjectsOf(bench, films.host, store)
    await copyInTurns(subjects, films, bench.quick ? 2 : 7)
    const rows = subjects.map(one => [
      one.name,
      num(speedOf(one)),
      num(cpuOf(one), 2),
      num(one.growth, 1),
    ])
    const bucket = store
      ? 'the bucket is on a local OpenStack Swift (Python), which shares core 1 with the ' +
        'sender: it sets the pace there'
      : 'the bucket is left out: swift is not installed'
    return {
      title: `9. Mirroring a film of ${MEGABYTES} MB`,
      tables: [{ head: ['', 'MB/s', 'CPU ms/MB', 'RSS more, MB'], rows }],
      aims: aimsOf(subjects),
      notes: [
        bucket,
        'memory is the most seen, beyond that of the process after a film of 1 MB; what ' +
          'the plain copy takes are buffers of Node itself',
        'everything is synced to disk or acknowledged by the bucket',
      ],
      data: subjects.map(({ name, copies, growth }) => ({ name, copies, growth })),
    }
  } finally {
    await store?.stop()
    await films.stop()
  }
}
