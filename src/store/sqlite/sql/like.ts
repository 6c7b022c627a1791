// SQLite refuses patterns of 50 000 bytes.
export const likeAnywhere = (text: string) => `%${text.slice(0, 2000).replace(/[\\%_]/g, '\\$&')}%`;
