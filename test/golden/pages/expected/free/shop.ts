// Code generated from catalog/free/shop.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** Members that / and 11 more routes share. */
const shared = {
  family: 'free/shop', aliases: [], prefix: '', tags: [], flow: 'free', networks: ['base'],
  envelope: 'native', challenge: 'after_gates', discovery: 'free', authorization: 300_000,
  bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<undefined, any>>>

export const getRoot: Route<Call> = {
  ...shared, id: 'get_root', origin: 'catalog/free/shop.routes.yaml:1', method: 'GET', path: '/',
  summary: 'Front page', document: 'contents.json', documentHtml: 'index.html',
}

export const getDocs: Route<Call> = {
  ...shared, id: 'get_docs', origin: 'catalog/free/shop.routes.yaml:2', method: 'GET',
  path: '/docs', summary: 'Every endpoint', document: 'docs.html',
}

export const getAssetsPagesCss: Route<Call> = {
  ...shared, id: 'get_assets_pages_css', origin: 'catalog/free/shop.routes.yaml:3', method: 'GET',
  path: '/assets/pages.css', summary: 'Styles', document: 'pages.css',
}

export const getAssetsFaviconSvg: Route<Call> = {
  ...shared, id: 'get_assets_favicon_svg', origin: 'catalog/free/shop.routes.yaml:4', method: 'GET',
  path: '/assets/favicon.svg', summary: 'Icon', document: 'favicon.svg',
}

export const getRobotsTxt: Route<Call> = {
  ...shared, id: 'get_robots_txt', origin: 'catalog/free/shop.routes.yaml:5', method: 'GET',
  path: '/robots.txt', summary: 'What crawlers may read', document: 'robots.txt',
}

export const getSitemapXml: Route<Call> = {
  ...shared, id: 'get_sitemap_xml', origin: 'catalog/free/shop.routes.yaml:6', method: 'GET',
  path: '/sitemap.xml', summary: 'Pages', document: 'sitemap.xml',
}

export const getWellKnownSecurityTxt: Route<Call> = {
  ...shared, id: 'get_well_known_security_txt', origin: 'catalog/free/shop.routes.yaml:7',
  method: 'GET', path: '/.well-known/security.txt', summary: 'Contact', document: 'security.txt',
}

export const getLlmsTxt: Route<Call> = {
  ...shared, id: 'get_llms_txt', origin: 'catalog/free/shop.routes.yaml:8', method: 'GET',
  path: '/llms.txt', summary: 'In a few words', document: 'llms.txt',
}

export const getOpenapiJson: Route<Call> = {
  ...shared, id: 'get_openapi_json', origin: 'catalog/free/shop.routes.yaml:9', method: 'GET',
  path: '/openapi.json', summary: 'API description', document: 'openapi.json',
}

export const getClientTgz: Route<Call> = {
  ...shared, id: 'get_client_tgz', origin: 'catalog/free/shop.routes.yaml:10', method: 'GET',
  path: '/client.tgz', summary: 'Typed client', document: 'client.tgz',
}

export const postMcp: Route<Call> = {
  ...shared, id: 'post_mcp', origin: 'catalog/free/shop.routes.yaml:11', method: 'POST',
  path: '/mcp', summary: 'For MCP clients', serves: 'mcp',
}

/** GET /things/{id}: One free thing */
export const getThingsId: Route<Call<undefined, { id: string }>> = {
  ...shared, id: 'get_things_id', origin: 'catalog/free/shop.routes.yaml:12', method: 'GET',
  path: '/things/{id}', summary: 'One free thing',
  reply: ({ path }) => ({ id: path.id }),
}
