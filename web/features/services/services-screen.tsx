import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Cover } from '#web/features/centers/cover.tsx'
import { useApi } from '#web/platform/api.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export function ServicesScreen() {
  const { queries } = useApi()
  const { data } = useSuspenseQuery(queries.centers.services.queryOptions())
  return (
    <Page className="py-10 sm:py-14">
      <h1>Servicios</h1>
      <p className="mt-3 max-w-[33.5em] text-lg text-ink-soft">
        Trece formas de cuidarte. Elige una y mira qué centros la ofrecen, con sus precios y sus horas libres.
      </p>
      {data.items.length === 0 ? (
        <EmptyState
          drawing="hands"
          title="Todavía no hay servicios"
          action={
            <Link to="/centers" search={{ when: 'any' }} className={buttonClass()}>
              Ver los centros
            </Link>
          }
        >
          El catálogo se está preparando.
        </EmptyState>
      ) : (
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {data.items.map((service) => (
            <li
              key={service.slug}
              className="relative grid grid-cols-[6rem_1fr] cramped:grid-cols-1 overflow-hidden rounded-card border border-line bg-panel transition-colors hover:border-control"
            >
              <Cover coverUrl={null} services={[service.slug]} className="h-full cramped:h-24" />
              <div className="min-w-0 p-4">
                <h2 className="font-sans text-lg font-semibold tracking-normal">
                  <Anchor
                    href={`/services/${service.slug}`}
                    className="rounded-control before:absolute before:inset-0 before:rounded-card before:content-[''] hover:text-action"
                  >
                    {service.name}
                  </Anchor>
                </h2>
                <p className="mt-1 text-ink-soft">{service.summary}</p>
                <p className="mt-2 text-sm font-medium">
                  {service.centers === 0
                    ? 'Sin centros por ahora'
                    : service.centers === 1
                      ? '1 centro'
                      : `${service.centers} centros`}
                </p>
                {!service.regulated && (
                  <p className="mt-1 text-sm text-ink-soft">Terapia complementaria, no regulada</p>
                )}
              </div>
            </li>
          ))}
          <li className="flex flex-col items-start justify-center gap-3 rounded-card bg-action-soft p-5 lg:col-span-2">
            <h2>¿No sabes cuál es la tuya?</h2>
            <p>Escribe lo que te pasa y te mostramos los centros que pueden ayudarte.</p>
            <Link to="/centers" search={{ when: 'any' }} className={buttonClass()}>
              Buscar un centro
            </Link>
          </li>
        </ul>
      )}
    </Page>
  )
}
