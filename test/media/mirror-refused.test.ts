/** What the mirror never fetches: addresses that are not public, however they are reached. */
import { describe, expect, it } from 'vitest'
import { createPublicFetch } from '../../runtime/media/fetch-public.ts'
import { isPrivateAddress, isPublicAddress } from '../../runtime/media/public-address.ts'
import { PNG, files, host, make, mirror, one, useMirror } from './mirror-desk.ts'

useMirror()

describe('what is never fetched', () => {
  const refused = async (url: string, by = mirror): Promise<void> => {
    expect(await one({ url }, by)).toEqual({ url, source_url: url, backed_up: false })
    expect(files.hits.filter(path => path.includes('inside'))).toEqual([])
  }

  it('private, local and strange addresses, however they are written', async () => {
    const strict = make()
    const port = host.split(':')[1]
    for (const name of [
      '127.0.0.1',
      '0.0.0.0',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '10.0.0.1',
      '169.254.169.254',
      '[fe80::1]',
      '[fd00::1]',
      'localhost',
    ]) {
      await refused(`http://${name}:${port}/inside`, strict)
    }
    for (const url of [
      'ftp://example.com/inside',
      'file:///etc/passwd',
      'gopher://127.0.0.1/inside',
      'javascript:alert(1)',
      '//inside',
      'inside',
      `http://user:pass@${host}/inside`,
    ])
      await refused(url)
    await strict.close()
  })

  it('a public name that resolves to a private address, alone or among public ones', async () => {
    for (const found of [
      ['127.0.0.1'],
      ['93.184.216.34', '127.0.0.1'],
      ['::1'],
      ['::ffff:10.0.0.1'],
      [],
    ]) {
      const by = make({
        resolve: async () =>
          found.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
      })
      await refused(`http://images.example:${host.split(':')[1]}/inside`, by)
      await by.close()
    }
  })

  it('a name whose addresses are all accepted is fetched, by the address that was looked up', async () => {
    const fetcher = createPublicFetch({
      allowHosts: [],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      accepts: address => address === '127.0.0.1',
    })
    const found = await fetcher.get(
      `http://images.example:${host.split(':')[1]}/fine`,
      AbortSignal.timeout(2000),
    )
    expect(found).toMatchObject({ type: 'image/png' })
    found.cancel()
    expect(files.hits).toEqual(['/fine'])
    await fetcher.close()
  })

  it('a name whose address changes between looking and connecting: the address that is checked is the one that is used', async () => {
    let asked = 0
    const by = make({
      resolve: async () => [{ address: asked++ === 0 ? '203.0.113.1' : '127.0.0.1', family: 4 }],
    })
    await refused(`http://images.example:${host.split(':')[1]}/inside`, by)
    await refused(`http://images.example:${host.split(':')[1]}/inside`, by)
    expect(asked).toBe(2)
    await by.close()
  })

  it('a redirect to such an address; other redirects are followed, three at most', async () => {
    const strictButOne = make({
      allowHosts: [host],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const port = host.split(':')[1]
    for (const to of [
      `http://localhost:${port}/inside`,
      `http://0.0.0.0:${port}/inside`,
      'file:///etc/passwd',
      'http://[::1]/inside',
      'http://169.254.169.254/inside',
    ]) {
      files.answer = (path, response) => {
        path === '/start' ? response.writeHead(302, { location: to }).end() : response.end(PNG)
      }
      await refused(`http://${host}/start`, strictButOne)
    }
    files.answer = (path, response) => {
      path === '/4'
        ? response.end(PNG)
        : response.writeHead(307, { location: `/${Number(path.slice(1)) + 1}` }).end()
    }
    expect(await one({ url: `http://${host}/1` })).toMatchObject({ backed_up: true })
    expect(await one({ url: `http://${host}/0` })).toMatchObject({ backed_up: false })
    await strictButOne.close()
  })

  it('knows what is public', () => {
    for (const address of [
      '8.8.8.8',
      '93.184.216.34',
      '172.15.0.1',
      '172.32.0.1',
      '2606:4700::1111',
      '2a00:1450:4001::1',
    ])
      expect(isPublicAddress(address), address).toBe(true)
    for (const address of [
      '0.1.2.3',
      '10.1.1.1',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '203.0.113.9',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      'fe80::1',
      'fec0::1',
      'fc00::1',
      'fdff::1',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2001::1',
      '',
      'localhost',
      '1.2.3',
    ])
      expect(isPublicAddress(address), address).toBe(false)
  })

  it('knows what is private: nothing that may be the address of anybody', () => {
    for (const address of [
      '10.1.1.1',
      '127.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '::1',
      '::ffff:10.0.0.1',
      '::FFFF:127.0.0.1',
      'fc00::1',
      'fd12::1',
      'fe80::1',
    ])
      expect(isPrivateAddress(address), address).toBe(true)
    for (const address of [
      '8.8.8.8',
      '172.32.0.1',
      '100.64.0.1',
      '169.254.0.1',
      '0.0.0.0',
      '::',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001:0:a00:1::',
      '2606:4700::1111',
      'unknown',
      '',
    ])
      expect(isPrivateAddress(address), address).toBe(false)
  })
})
