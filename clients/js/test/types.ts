// Calls of every sort, for the type checker. It is not run.

import { Client, NoDaemon, SessionNotFound, Stdio, type Cell } from "../src/index.js";

export async function use(): Promise<void> {
  const client = await Client.connect(new Stdio("celld"), { timeout: 1000, reconnect: false });
  const cell: Cell = { id: "1", title: "Import", status: { text: "Failed", state: "negative" } };
  const jobs = client.session("jobs");
  const inserted: number = (await jobs.push([cell], { position: { before: "2" } })).inserted;
  const ended: void = await jobs.delete();
  const watch = await jobs.watch({ environment: { width: null, separator: "line" }, events: true });
  for await (const rows of watch) for (const row of rows) console.log(row.lines, rows.count, inserted, ended);
  await watch.change({ top: 10, height: 20 });
  await jobs.setView({ view: "phone", separator: null });
  const description: string | undefined = (await jobs.header("1")).lines?.join("\n");
  const path: string | undefined = new SessionNotFound({ code: 1, message: "", data: { kind: "" } }).path;
  console.log(description, path, NoDaemon.name, (await client.hello()).limits);

  // @ts-expect-error: there is no such state
  await jobs.push([{ id: "1", title: "Import", status: { text: "Failed", state: "bad" } }]);
  // @ts-expect-error: a misspelt parameter
  await jobs.rows({ cuont: 1 });
  // @ts-expect-error: a required parameter
  await jobs.patch();
}
