/** The text of a file, also of one that is streamed. */
export const fileText = (file: File): Promise<string> => new Response(file.stream()).text()
