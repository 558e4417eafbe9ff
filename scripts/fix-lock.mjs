// Completes package-lock.json after `npm install`, so that it works on every platform: adds the
// optional binaries of other platforms that the install did not resolve, with name, version and
// platform. Removes download addresses.
import { readFileSync, writeFileSync } from 'node:fs'

const OS = Object.fromEntries(
  ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony'].map(os => [os, os]),
)
const CPU = {
  amd64: 'x64',
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  ia32: 'ia32',
}
const LIBC = { musl: ['musl'], gnu: ['glibc'] }

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

/**
 * The lock entry of a platform binary, derived from its name; undefined if it names no platform.
 */
function entryOf(name, version, dev) {
  const parts = name.split(/[-/]/)
  const os = parts.find(part => OS[part])
  const cpu = parts.map(part => CPU[part]).find(Boolean)
  if (!os || !cpu) return undefined
  return {
    version,
    cpu: [cpu],
    ...(dev ? { dev: true } : {}),
    optional: true,
    os: [os],
    ...(LIBC[parts.at(-1)] ? { libc: LIBC[parts.at(-1)] } : {}),
  }
}

let added = 0
for (const [path, owner] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const known =
      lock.packages[`${path}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`]
    const entry =
      path && !known && /^\d/.test(version) ? entryOf(name, version, owner.dev) : undefined
    if (entry) {
      lock.packages[`node_modules/${name}`] = entry
      added++
    }
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
)
for (const entry of Object.values(lock.packages)) delete entry.resolved
writeFileSync('package-lock.json', JSON.stringify(lock, null, 2) + '\n')
console.log(`package-lock.json: ${added} platform entries added`)
