/**
 * The address of a page for search engines. Filters only narrow or reorder a list, so a filtered list has the address of the
 * whole one. A numbered page of a whole list has its own address, because it shows other centres.
 */
export function canonicalPath({ pathname, search }: { pathname: string; search: object }): string {
  const named = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const [only] = named
  return named.length === 1 && only?.[0] === 'page' ? `${pathname}?page=${only[1]}` : pathname
}
