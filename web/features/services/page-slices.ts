/** The pages of a list of `perRequest` items that hold one page of `perPage` items, and where that page begins in them. */
export function pageSlices({ page, perPage, perRequest }: { page: number; perPage: number; perRequest: number }) {
  const first = (page - 1) * perPage
  const firstRequest = Math.floor(first / perRequest) + 1
  const lastRequest = Math.floor((first + perPage - 1) / perRequest) + 1
  const requests = Array.from({ length: lastRequest - firstRequest + 1 }, (_, index) => firstRequest + index)
  return { requests, offset: first - (firstRequest - 1) * perRequest }
}
