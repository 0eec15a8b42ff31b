import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Image } from '#web/ui/image.tsx'

import motifs from './cover-motifs.svg'

const grounds = ['bg-action-soft', 'bg-sand', 'bg-clay-soft', 'bg-blue-soft', 'bg-amber-soft'] as const

/** The background of a service's place, so that neighbours in a list differ. */
const groundOf: Record<ServiceSlug, (typeof grounds)[number]> = {
  psicoterapia: 'bg-sand',
  fisioterapia: 'bg-action-soft',
  'terapia-ocupacional': 'bg-blue-soft',
  logopedia: 'bg-amber-soft',
  nutricion: 'bg-clay-soft',
  osteopatia: 'bg-sand',
  quiropracticos: 'bg-blue-soft',
  kinesiologia: 'bg-blue-soft',
  masajistas: 'bg-amber-soft',
  reiki: 'bg-clay-soft',
  radiestesia: 'bg-sand',
  acupuntura: 'bg-action-soft',
  'terapias-complementarias': 'bg-action-soft',
}

export type CoverProps = {
  coverUrl: string | null
  /** The centre's services; the first ones are drawn where there is no picture. */
  services: readonly ServiceSlug[]
  /** `wide`: a banner, up to three motifs at its right. `card`: any shape, with the first motif in the middle. */
  shape?: 'card' | 'wide'
  eager?: boolean
  className?: string
}

/** A centre's picture, or a drawing. Decorative, because the name is beside it. */
export function Cover({ coverUrl, services, shape = 'card', eager, className }: CoverProps) {
  const coverClass = classNames('overflow-hidden', className)
  if (coverUrl) {
    const [width, height] = shape === 'wide' ? [1200, 300] : [480, 360]
    return <Image src={coverUrl} alt="" width={width} height={height} eager={eager ?? false} className={coverClass} />
  }
  const service = services[0] ?? 'terapias-complementarias'
  return (
    <div className={classNames(coverClass, groundOf[service])}>
      {shape === 'wide' ? (
        <WideDrawing services={[service, ...services.slice(1, 3)]} />
      ) : (
        <CardDrawing service={service} />
      )}
    </div>
  )
}

function CardDrawing({ service }: { service: ServiceSlug }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 240"
      fill="none"
      preserveAspectRatio="xMidYMid slice"
      className="size-full"
    >
      <path
        d="M-160 214c90 14 150-2 170-34s40-44 100-38 110-8 120-44 60-62 170-54"
        strokeWidth="26"
        className="stroke-panel"
      />
      <Motif service={service} transform="translate(54 56) scale(0.83)" />
    </svg>
  )
}

/** The places where each motif stands on the path, from the right. */
const stops = [
  { x: 980, y: 44, scale: 1 },
  { x: 800, y: 66, scale: 0.8 },
  { x: 640, y: 40, scale: 0.66 },
] as const

function WideDrawing({ services }: { services: readonly ServiceSlug[] }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1200 240"
      fill="none"
      preserveAspectRatio="xMaxYMid slice"
      className="size-full"
    >
      <path
        d="M-40 206c150 24 260 20 330-26s150-70 250-40 210 70 290 20 90-110 180-110 120 60 230 30"
        strokeWidth="30"
        strokeLinecap="round"
        className="stroke-panel"
      />
      {stops.slice(0, services.length).map(({ x, y, scale }, index) => (
        <Motif
          key={x}
          service={services[index] ?? 'terapias-complementarias'}
          transform={`translate(${x} ${y}) scale(${scale})`}
        />
      ))}
    </svg>
  )
}

/** The place where the service is given, from cover-motifs.svg. */
function Motif({ service, transform }: { service: ServiceSlug; transform: string }) {
  return (
    <g transform={transform} strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" className="stroke-action">
      <use href={`${motifs}#${service}`} />
    </g>
  )
}
