// `npm run replay-deployment`: the steps of deploy/Dockerfile and deploy/senda@.service in a clean folder, as a user who is not
// root, for machines without a container engine. Takes minutes and downloads packages. PostgreSQL is the embedded one, or the
// empty database of DATABASE_URL. It also lets systemd, nginx and Caddy read their files, where they are installed.
import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'

import { createLog } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { freePort } from '#server/testing/free-port.ts'

const root = join(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'senda-replay-'))
chmodSync(work, 0o755)
// As root, everything runs as a user without rights, who owns none of the code.
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
/** Where the paths of the files lead in this run. */
const places: [RegExp, string][] = [
  [/(?<![\w/.-])\/usr\/local\/bin\/node\b/g, process.execPath],
  [/(?<![\w/.-])\/var\/lib\/senda\b/g, newFolder('data')],
  [/(?<![\w/.-])\/var\/cache\/senda\b/g, newFolder('cache')],
  [/(?<![\w/.-])\/var\/backups\/senda\b/g, newFolder('backups')],
  [/(?<![\w/.-])\/opt\/senda\/current\b/g, join(work, 'senda')],
  [/(?<![\w/.-])\/etc\/senda\b/g, newFolder('etc')],
  [/(?<![\w/.-])\/(?=(?:build|senda)\b)/g, `${work}/`],
]
const inPlace = (text: string) => places.reduce((changed, [path, place]) => changed.replaceAll(path, place), text)
/** How this machine reaches the registry. */
const network = Object.entries(process.env).filter(([name]) =>
  /^(?:npm_config_.*|NODE_EXTRA_CA_CERTS|(?:https?|no)_proxy)$/i.test(name),
)
const clean = {
  ...Object.fromEntries(network),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: newFolder('home'),
  NODE_ENV: 'production',
}
const port = await freePort()
newFolder('senda')

function newFolder(name: string): string {
  const folder = join(work, name)
  mkdirSync(folder, { recursive: true })
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

function sayStep(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`)
}

function requireSuccess(step: string, { status, stderr }: { status: number | null; stderr: string | Buffer }): void {
  if (status !== 0) throw new Error(`${step} ended with ${status}: ${String(stderr).slice(-2000)}`)
}

/** The build's steps. Files are copied as their owner would see them in the image: readable, and not writable for the user. */
function replayBuild(): { environment: Record<string, string>; check: string[]; command: string[] } {
  const { NODE_ENV: _production, ...environment } = clean as NodeJS.ProcessEnv
  const last = { environment: {} as Record<string, string>, check: [] as string[], command: [] as string[] }
  let folder = work
  let stage = 0
  for (const instruction of DockerfileParser.parse(
    readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'),
  ).getInstructions()) {
    const keyword = instruction.getKeyword()
    const text = instruction.getArgumentsContent() ?? ''
    if (keyword === 'FROM') stage += 1
    if (keyword === 'WORKDIR') folder = stage === 1 ? newFolder(text.slice(1)) : folder
    if (keyword === 'COPY' && stage === 1) copySources(instruction, folder)
    if (keyword === 'RUN' && stage === 1) {
      const command = inPlace(text)
      sayStep(`RUN ${text}`)
      // Of the build arguments only COMMIT exists, and it is empty by default.
      const options = { cwd: folder, env: { ...environment, COMMIT: '' }, ...user, encoding: 'utf8' } as const
      requireSuccess(text, spawnSync('sh', ['-c', command], options))
    }
    if (stage === 1) continue
    if (keyword === 'ENV')
      for (const pair of text.split(/\s+/))
        last.environment[pair.split('=')[0] ?? ''] = inPlace(pair.split('=')[1] ?? '')
    if (keyword === 'CMD') last.command = JSON.parse(text) as string[]
    if (keyword === 'HEALTHCHECK') last.check = JSON.parse(text.slice(text.indexOf('['))) as string[]
  }
  return last
}

function copySources(instruction: Instruction, folder: string): void {
  const sources = instruction
    .getArguments()
    .map((each) => each.getValue())
    .slice(0, -1)
  sayStep(`COPY ${instruction.getArgumentsContent()}`)
  const listed = execFileSync('git', ['ls-files', '--', ...sources], { cwd: root, encoding: 'utf8' })
  const files = listed.split('\n').filter(Boolean)
  for (const file of files) {
    cpSync(join(root, file), join(folder, file))
    for (let path = file; path !== '.' && user.uid !== undefined; path = dirname(path))
      chownSync(join(folder, path), user.uid, user.gid)
  }
}

type Server = { name: string; command: string[]; environment: Record<string, string>; check: string[] }

/** Starts a server on the built files, which it cannot change, asks for a page and its script, and stops it. */
async function replayServer({ name, command, environment, check }: Server): Promise<void> {
  const [program = '', ...args] = command
  const env = { ...clean, ...environment, HOST: '127.0.0.1', PORT: String(port) }
  const options: SpawnOptions = { cwd: join(work, 'senda'), env, ...user, stdio: ['ignore', 'pipe', 'pipe'] }
  const startedAt = performance.now()
  const server = spawn(program, args, options)
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text))
  try {
    const [checker = '', ...asks] = check
    const ready = [...asks, ...(asks.includes('--wait') ? [] : ['--wait', '60'])]
    const checked = spawn(checker, ready, options)
    const [code] = (await once(checked, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`${name} is not ready: ${output.slice(-2000)}`)
    sayStep(`${name} is ready after ${Math.round(performance.now() - startedAt)} ms`)
    const address = `http://127.0.0.1:${port}`
    const page = await (await fetch(address)).text()
    const script = page.match(/\/assets\/[\w.-]+\.js/)?.[0]
    if (script === undefined || !(await fetch(address + script)).ok)
      throw new Error(`${name} lacks the script of its page.`)
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
  if (server.exitCode !== 0) throw new Error(`${name} ended with ${server.exitCode}: ${output.slice(-2000)}`)
  sayStep(`${name} served a page with its script, and ended after SIGTERM`)
}

/** The unit's programs, with the variables of its file and of senda.env. */
function readUnit(): Pick<Server, 'command' | 'check' | 'environment'> {
  const lines = inPlace(readFileSync(join(root, 'deploy/senda@.service'), 'utf8').replaceAll('%i', String(port))).split(
    '\n',
  )
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))
  const settings = inPlace(readFileSync(join(root, 'deploy/senda.env'), 'utf8')).split('\n')
  const pairs = [...valuesOf('Environment').flatMap((line) => line.split(' ')), ...settings].filter((line) =>
    /^\w+=/.test(line),
  )
  return {
    command: (valuesOf('ExecStart')[0] ?? '').split(' '),
    check: (valuesOf('ExecStartPost')[0] ?? '').split(' '),
    environment: Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
  }
}

function writeSecrets(databaseUrl: string): void {
  const folder = newFolder('etc/secrets')
  const secrets = {
    database_url: databaseUrl,
    secret_key: 'k'.repeat(40),
    record_keys: `a:${Buffer.alloc(32).toString('base64')}`,
  }
  for (const [name, value] of Object.entries({ ...secrets, smtp_url: 'smtp://127.0.0.1:1' }))
    writeFileSync(join(folder, name), value)
}

/** Lets the programs that will read the files read them now. */
function readByPrograms(): void {
  const files = newFolder('proxies')
  const certificate = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=senda.example',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
  ]
  spawnSync('openssl', certificate, { cwd: files })
  const nginx = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replace(/\/etc\/letsencrypt\S+fullchain.pem/, join(files, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\S+privkey.pem/, join(files, 'key.pem'))
  writeFileSync(join(files, 'nginx.conf'), `pid ${files}/pid;\nevents {}\nhttp {\n${nginx}\n}\n`)
  writeFileSync(
    join(files, 'senda@.service'),
    readFileSync(join(root, 'deploy/senda@.service'), 'utf8').replaceAll('/usr/local/bin/node', process.execPath),
  )
  const readers: [string, string[]][] = [
    ['nginx', ['-t', '-e', 'stderr', '-c', join(files, 'nginx.conf')]],
    ['caddy', ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')]],
    ['systemd-analyze', ['verify', join(files, 'senda@.service')]],
  ]
  for (const [program, args] of readers) {
    const result = spawnSync(program, args, {
      encoding: 'utf8',
      env: { ...process.env, SENDA_DOMAIN: 'senda.example' },
    })
    if (result.error) sayStep(`${program} is not installed; its file was not read`)
    else {
      requireSuccess(program, result)
      sayStep(`${program} accepts its file`)
    }
  }
}

const resources = new AsyncDisposableStack()
resources.defer(() => rmSync(work, { recursive: true, force: true }))
try {
  readByPrograms()
  const image = replayBuild()
  const size = execFileSync('du', ['-sm', 'node_modules'], { cwd: join(work, 'senda'), encoding: 'utf8' })
  sayStep(`node_modules has ${Number.parseInt(size, 10)} MB`)
  execFileSync('chmod', ['-R', 'a-w', join(work, 'senda')])
  if (user.uid !== undefined) execFileSync('chown', ['-R', '0:0', join(work, 'senda')])
  let databaseUrl = process.env.DATABASE_URL
  if (!databaseUrl) {
    const log = createLog({ logLevel: 'warn' })
    const postgres = await startEmbeddedPostgres({ dataDir: join(work, 'postgres'), log, durable: false })
    resources.defer(() => postgres.stop())
    databaseUrl = postgres.url
  }
  writeSecrets(databaseUrl)
  const unit = readUnit()
  await replayServer({ ...image, name: 'The image', environment: { ...unit.environment, ...image.environment } })
  await replayServer({ ...unit, name: 'The unit' })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await resources.disposeAsync()
}
