// Rejects files of deploy/ that Senda or each other contradict: an instruction that Docker refuses, a COPY of what does not exist,
// a variable that is no setting, a port, path or secret that only one file knows, a proxy that repeats writes or lets a visitor
// choose an address, and limits below Senda's own.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'

import { secretVariables, variables } from '#server/platform/settings-variables.ts'

const root = join(import.meta.dirname, '..')
export const deploymentFiles = [
  ...['Dockerfile', 'compose.yaml', 'nginx.conf', 'Caddyfile', 'senda@.service', 'senda.env', 'install.sh'],
]
export type DeploymentFiles = Record<(typeof deploymentFiles)[number], string>

export function readDeployment(): DeploymentFiles {
  return Object.fromEntries(deploymentFiles.map((name) => [name, readFileSync(join(root, 'deploy', name), 'utf8')]))
}

/** What the runtime, Node and the C library read, and Senda does not. */
const foreignVariables = ['MALLOC_MMAP_THRESHOLD_', 'NODE_COMPILE_CACHE']

type Service = {
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  networks?: string[]
  ports?: string[]
  restart?: string
  build?: { context: string; dockerfile: string }
  read_only?: boolean
}
type Compose = {
  services: Record<'postgres' | 'senda' | 'caddy', Service>
  secrets: Record<string, { file: string }>
  volumes: Record<string, unknown>
  networks: Record<string, unknown>
}

/** The problems, each as `file: …`. `uploadBytes`: the largest body that Senda accepts. */
export function checkDeployment(files: DeploymentFiles, { uploadBytes }: { uploadBytes: number }): string[] {
  const of = (name: string) => files[name] ?? ''
  const compose = parse(of('compose.yaml')) as Compose
  const unit = readUnit(of('senda@.service'))
  return [
    ...named('Dockerfile', checkDockerfile(of('Dockerfile'))),
    ...named('compose.yaml', checkCompose(compose)),
    ...named('senda@.service', [...checkUnit(unit), ...checkVariables(unit.environment)]),
    ...named('senda.env', checkVariables(readAssignments(of('senda.env')))),
    ...named('nginx.conf', checkNginx(of('nginx.conf'), uploadBytes)),
    ...named('install.sh', checkInstall(of('install.sh'), readAssignments(of('senda.env')))),
    ...named('Caddyfile', checkCaddy(of('Caddyfile'), uploadBytes)),
    ...checkAgreement({ image: readImage(of('Dockerfile')), compose, unit, env: readAssignments(of('senda.env')) }),
  ]
}

function named(file: string, problems: string[]): string[] {
  return problems.map((problem) => `${file}: ${problem}`)
}

function checkVariables(names: Record<string, string>): string[] {
  return Object.keys(names).flatMap((name) => {
    const secret = secretVariables.find((each) => name === `${each}_FILE`)
    return secret || Object.hasOwn(variables, name) || foreignVariables.includes(name) ? [] : [`${name} is no setting.`]
  })
}

function readImage(text: string) {
  const stages = DockerfileParser.parse(text)
  const from = stages.getFROMs().at(-1)
  const last = stages
    .getInstructions()
    .slice(stages.getInstructions().findLastIndex((each) => each.getKeyword() === 'FROM'))
  const argumentsOf = (keyword: string) =>
    last.filter((each) => each.getKeyword() === keyword).map((each) => each.getArgumentsContent() ?? '')
  const environment = Object.assign(
    {},
    ...argumentsOf('ENV').map((line) => readAssignments(line.split(/\s+/).join('\n'))),
  )
  return { from: from?.getImage() ?? '', argumentsOf, environment: environment as Record<string, string> }
}

function checkDockerfile(text: string): string[] {
  const faults = validate(text).map(({ message, range }) => {
    const said = typeof message === 'string' ? message : message.value
    return `line ${range.start.line + 1}: ${said}`
  })
  const copies = DockerfileParser.parse(text)
    .getCOPYs()
    .filter((copy) => !copy.getFromFlag())
    .flatMap((copy) =>
      copy
        .getArguments()
        .slice(0, -1)
        .map((each) => each.getValue()),
    )
  const missing = copies.filter((source) => !existsSync(join(root, source))).map((source) => `there is no ${source}.`)
  const { argumentsOf, environment, from } = readImage(text)
  const user = argumentsOf('USER').at(-1)
  const program = [...argumentsOf('CMD'), ...argumentsOf('HEALTHCHECK')].flatMap(
    (line) => line.match(/\w+\/[\w.]+/g) ?? [],
  )
  return [
    ...faults,
    ...missing,
    ...program.filter((file) => !existsSync(join(root, file))).map((file) => `there is no ${file} to run.`),
    ...(user === undefined || /^(?:root|0)\b/.test(user) ? ['the last stage runs as root.'] : []),
    ...(argumentsOf('HEALTHCHECK').length === 0 ? ['there is no HEALTHCHECK.'] : []),
    ...(/node|npm/.test(from) ? [`the last stage is ${from}, which has npm.`] : []),
    ...argumentsOf('RUN')
      .filter((line) => /\b(?:npm|apt-get|apk|gcc|make)\b/.test(line))
      .map((line) => `the last stage builds: ${line}`),
    ...argumentsOf('EXPOSE')
      .filter((port) => port !== environment.PORT)
      .map((port) => `${port} is not PORT.`),
    ...checkVariables(environment),
  ]
}

function checkCompose({ services, secrets, volumes, networks }: Compose): string[] {
  const { senda } = services
  const all = Object.entries(services)
  const mounted = Object.fromEntries((senda.secrets ?? []).map((name) => [`/run/secrets/${name}`, name]))
  const files = Object.entries(senda.environment ?? {}).filter(([name]) => name.endsWith('_FILE'))
  return [
    ...all.filter(([, { restart }]) => restart === undefined).map(([name]) => `${name} is not restarted.`),
    ...all.flatMap(([name, service]) => [
      ...(service.secrets ?? [])
        .filter((secret) => !secrets[secret])
        .map((secret) => `${name} has no secret ${secret}.`),
      ...(service.networks ?? [])
        .filter((net) => !Object.hasOwn(networks, net))
        .map((net) => `${name} has no network ${net}.`),
      ...(service.volumes ?? [])
        .map((volume) => volume.replace(/^\$\{\w+:-(\w+)\}/, '$1').split(':')[0] ?? '')
        .filter((source) => !source.startsWith('./') && !Object.hasOwn(volumes, source))
        .map((source) => `${name} has no volume ${source}.`),
    ]),
    ...files.filter(([, file]) => !mounted[file]).map(([name, file]) => `${name} names ${file}, which is no secret.`),
    ...(senda.ports || services.postgres.ports ? ['only the proxy may publish a port.'] : []),
    ...(senda.read_only ? [] : ['the root of senda can be written.']),
    ...checkVariables(senda.environment ?? {}),
  ]
}

type Unit = { lines: [string, string][]; environment: Record<string, string> }

function readUnit(text: string): Unit {
  const lines = text.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = line.match(/^(\w+)=(.*)$/) ?? []
    return name === undefined ? [] : [[name, value ?? '']]
  })
  const assigned = lines.filter(([name]) => name === 'Environment').flatMap(([, value]) => value.split(' '))
  return { lines, environment: readAssignments(assigned.join('\n')) }
}

function readAssignments(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
}

function checkUnit({ lines }: Unit): string[] {
  const programs = lines
    .filter(([name]) => name.startsWith('ExecStart'))
    .flatMap(([, value]) => value.split(' ')[1] ?? [])
  const required = { NoNewPrivileges: 'yes', ProtectSystem: 'strict', CapabilityBoundingSet: '', User: 'senda' }
  return [
    ...programs.filter((file) => !existsSync(join(root, file))).map((file) => `there is no ${file} to run.`),
    ...Object.entries(required)
      .filter(([name, value]) => !lines.some((line) => line[0] === name && line[1] === value))
      .map(([name, value]) => `${name}=${value} is missing.`),
  ]
}

function checkNginx(text: string, uploadBytes: number): string[] {
  const plain = text.replaceAll(/^\s*#.*$/gm, '')
  const values = (name: string) =>
    [...plain.matchAll(new RegExp(`\\b${name}\\s+([^;]+);`, 'g'))].map((match) => match[1] ?? '')
  const megabytes = Number.parseInt(values('client_max_body_size')[0] ?? '1', 10)
  const idle = Number.parseInt(values('keepalive_timeout')[0] ?? '0', 10)
  return [
    ...(megabytes * 1024 * 1024 < uploadBytes ? [`client_max_body_size is below ${uploadBytes} bytes.`] : []),
    ...(idle === 0 || idle >= 75 ? ['keepalive_timeout has to be below 75 seconds.'] : []),
    ...(/non_idempotent/.test(plain) ? ['a write would be sent twice (non_idempotent).'] : []),
    ...(/\$proxy_add_x_forwarded_for/.test(plain) ? ['a visitor would choose an address.'] : []),
    ...(values('proxy_set_header').some((value) => /^X-Forwarded-For \$remote_addr$/.test(value))
      ? []
      : ['X-Forwarded-For is not overwritten.']),
    ...[...plain.matchAll(/^\s*server\s+([^;{]+);/gm)]
      .map((match) => match[1] ?? '')
      .filter((server) => !server.includes('max_fails=0'))
      .map((server) => `${server} lacks max_fails=0.`),
    ...(/location = \/api\/v1\/live \{[^}]*proxy_buffering off;/.test(plain) ? [] : ['live streams are buffered.']),
  ]
}

/** The script makes each folder and secret that the settings name, and replaces the lines of the settings that it asks for. */
function checkInstall(text: string, env: Record<string, string>): string[] {
  const folders = [env.DATA_DIR, env.BACKUP_DIR].filter((folder) => folder !== undefined)
  const secrets = Object.entries(env).filter(([name]) => name.endsWith('_FILE'))
  return [
    ...folders.filter((folder) => !text.includes(` ${folder}`)).map((folder) => `${folder} is not made.`),
    ...secrets
      .filter(([, file]) => !text.includes(`>${file}`) && !text.includes(` >${file.split('/').at(-1)}\n`))
      .map(([, file]) => `${file} is not made.`),
    ...['PUBLIC_URL', 'MAIL_FROM']
      .filter((name) => env[name] === undefined || !text.includes(`s|^${name}=`))
      .map((name) => `${name} of senda.env is not replaced.`),
  ]
}

function checkCaddy(text: string, uploadBytes: number): string[] {
  const plain = text.replaceAll(/^\s*#.*$/gm, '')
  const megabytes = Number.parseInt(plain.match(/max_size (\d+)MB/)?.[1] ?? '0', 10)
  return [
    ...(megabytes * 1_000_000 < uploadBytes ? [`max_size is below ${uploadBytes} bytes.`] : []),
    ...(plain.includes('header_up X-Forwarded-For {remote_host}') ? [] : ['X-Forwarded-For is not overwritten.']),
    ...(plain.includes('health_uri /readyz') ? [] : ['a stopping process still gets requests: health_uri is missing.']),
    ...(plain.includes('lb_retry_match') ? ['a write could be sent twice (lb_retry_match).'] : []),
  ]
}

type Parts = { image: ReturnType<typeof readImage>; compose: Compose; unit: Unit; env: Record<string, string> }

/** The same port, folders and secrets everywhere. */
function checkAgreement({ image, compose, unit, env }: Parts): string[] {
  const { senda, caddy } = compose.services
  const mounts = (senda.volumes ?? []).map((volume) => volume.split(':').at(-1))
  const backups = senda.environment?.BACKUP_DIR
  const port = image.environment.PORT
  const secrets = (names: Record<string, string>) =>
    Object.keys(names)
      .filter((name) => name.endsWith('_FILE'))
      .toSorted()
      .join()
  return [
    ...(mounts.includes(image.environment.DATA_DIR) ? [] : ['compose.yaml: the uploaded files are in no volume.']),
    ...(backups && mounts.includes(backups) ? [] : ['compose.yaml: the backups are in no volume.']),
    ...(caddy.environment?.SENDA_UPSTREAMS === `senda:${port}` ? [] : ['compose.yaml: the proxy asks another port.']),
    ...(unit.environment.DATA_DIR === env.DATA_DIR ? [] : ['senda.env: DATA_DIR is not the one of the unit.']),
    ...(secrets(env) === secrets(senda.environment ?? {})
      ? []
      : ['senda.env: its secrets are not those of compose.yaml.']),
  ]
}
