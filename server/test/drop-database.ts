interface Client {
  query(text: string): Promise<unknown>;
}

/**
 * Drops the database, whoever is connected to it. Only a superuser may end an autovacuum by force; the plain command ends
 * it too, and waits until it has.
 */
export async function dropDatabase(client: Client, name: string): Promise<void> {
  const drop = `drop database if exists ${name}`;
  await client.query(`${drop} with (force)`).catch((error: { code?: string }) => {
    if (error.code !== '42501') throw error;
    return client.query(drop);
  });
}
