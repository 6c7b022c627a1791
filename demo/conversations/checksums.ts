import { prose, verbatim } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const checksums: DemoConversation = {
  id: 'checksums',
  title: 'Checksums: per part or for the whole file',
  daysAgo: 222,
  time: '15:20',
  turns: [
    {
      minutes: 0,
      user: prose`
        Two weeks in, and someone found a database dump on the server that does not restore. Same length as the
        original, a few hundred bytes differ in the middle. We have no checksums at all yet. What should we do: one
        checksum for the whole file at the end, or one per part?
      `,
      references: ['docs/protocol.md'],
      assistant: prose`
        One per part, and the digest of the whole derived from those. A single checksum at the end has two weaknesses
        for us:

        - It tells you that something is wrong only after 40 GB have been sent, and not where. You would have to send
        everything again.
        - It needs the whole file to be read in order. As soon as parts go out of order, or a run is resumed, you
        would read the file a second time just to hash it.

        With a digest per part the server can check each part as it arrives and refuse it at once. A damaged part
        costs 8 MiB. And when resuming, comparing the digests shows whether the part on the server is the part that we
        have.
      `,
      model: 'quill-large',
    },
    {
      minutes: 5,
      user: prose`
        Which hash? The server team suggests CRC32C because it is fast and their disks use it. I have also seen MD5 in
        this place.
      `,
      reasoning: prose`
        CRC32C detects random errors well; 32 bits, 4800 parts per file. Not in node builtins as CRC32C (zlib.crc32 is
        the plain one). MD5 is broken for collisions. SHA-256 with hardware instructions is over 1 GB/s on their
        machines. 100 Mbit/s line = 12 MB/s, so speed is irrelevant.
      `,
      assistant: prose`
        **SHA-256.** The comparison for our case:

        | | CRC32C | MD5 | SHA-256 |
        | --- | --- | --- | --- |
        | Random damage | found, but 1 in 4 billion slips through | found | found |
        | Deliberate change | no protection | collisions are practical | protected |
        | In Node without packages | no (\`zlib.crc32\` is the other polynomial) | yes | yes |
        | Speed per core | several GB/s | about 0.7 GB/s | about 1.5 GB/s with CPU support |

        The line carries 12 MB/s, so even the slowest of them costs about two per cent of one core. Speed is no
        argument here. CRC32C would need a package or our own table code, and it cannot tell us whether two parts are
        the same content, only that they probably are. MD5 has no advantage over SHA-256 at all.

        Let me measure it on your machine before you quote me to the server team.
      `,
      model: 'quill-large',
    },
    {
      minutes: 8,
      user: 'Yes please, numbers are better.',
      tools: [
        {
          name: 'runInTerminal',
          arguments: { command: 'openssl speed -seconds 1 -bytes 8388608 -evp sha256' },
          reasoning: 'Part-sized blocks, so that the number applies directly.',
          result: verbatim`
            Doing sha256 ops for 1s on 8388608 size blocks: 171 sha256 ops in 0.99s
            type         8388608 bytes
            sha256       1448941.38k
          `,
          success: true,
          duration_ms: 3960,
        },
      ],
      assistant: prose`
        171 blocks of 8 MiB in 0.99 s, about 1.45 GB/s. One part takes 5.8 ms to hash and roughly 700 ms to send. So
        SHA-256 per part costs less than one per cent of the time, and less than that once hashing and sending
        overlap.
      `,
      model: 'quill-large',
    },
    {
      minutes: 19,
      user: prose`
        Convinced, and the server team agrees: SHA-256 per part, hex, in a header. 422 when it does not match. How do
        we get a digest for the whole file then?
      `,
      assistant: prose`
        By hashing the parts' digests in order. \`manifestDigest\` is the SHA-256 over the hex digests joined by
        newlines. Both sides can compute it without touching the data again: the client while it goes, the server from
        what it stored.

        The price is that it is not the plain SHA-256 of the file, so nobody can compare it with the output of a
        common tool. For that I would add a separate command, \`parcel verify <file>\`, which streams the file once
        and prints the ordinary digest. It is never part of an upload.

        So the decision: SHA-256 per part in the header \`x-parcel-sha256\`, a mismatch is answered with 422, and the
        upload's digest is taken over the parts' digests. CRC32C and MD5 are rejected, and so is a single checksum for
        the whole file.
      `,
      model: 'quill-large',
    },
    {
      minutes: 24,
      user: 'Write it.',
      tools: [
        {
          name: 'editFile',
          arguments: { path: 'src/checksum.ts', create: true },
          result: 'created src/checksum.ts',
          success: true,
          duration_ms: 52,
        },
        {
          name: 'searchCode',
          arguments: { query: 'checksumHeader', path: 'src' },
          result: verbatim`
            src/api.ts:2: import { checksumHeader, isDigest } from './checksum.ts';
            src/api.ts:52: await this.#call('PUT', \`v1/uploads/\${uploadId}/parts/\${number}\`, bytes, { [checksumHeader]: digest });
            src/checksum.ts:5: export const checksumHeader = 'x-parcel-sha256';
            src/devServer.ts:5: import { checksumHeader, manifestDigest, sha256 } from './checksum.ts';
            src/devServer.ts:73: if (sha256(body) !== req.headers[checksumHeader]) return answer(res, 422, { error: 'checksum mismatch' });
          `,
          success: true,
          duration_ms: 88,
        },
        {
          name: 'runTests',
          arguments: { files: ['test/parts.test.ts'] },
          result: verbatim`
            ok - a file is cut into parts of 8 MiB and a rest
            ok - the part size doubles when a file would need too many parts
            ok - digests
            3 passed, 0 failed
          `,
          success: true,
          duration_ms: 1310,
        },
      ],
      assistant: prose`
        \`src/checksum.ts\` has \`sha256\` for a part's bytes, \`manifestDigest\` for the whole, \`sha256File\` for
        the verify command, and \`isDigest\`, which accepts 64 lower-case hex characters and nothing else. The client
        sends the header from \`src/api.ts\`, the dev server checks it and answers 422, and \`docs/protocol.md\` says
        so.

        I made the header's name a constant in one place, because a header that is misspelt on one side would look
        exactly like a client that sends no checksums.
      `,
      model: 'quill-large',
    },
    {
      minutes: 41,
      user: 'And the broken dump? Could it be that our reading was wrong and not the line?',
      assistant: prose`
        It could, and the checksum would not notice: it is taken over the bytes that were read, so it proves only that
        the server has what we read. If the dump was still being written while we uploaded it, each part would be
        correct for the moment at which it was read, and the file as a whole would never have existed in that form. A
        few hundred differing bytes in the middle, with the same length, fits that better than a damaged line: TCP's
        own checksum and the network cards catch nearly all of those.

        To tell the two apart, look at the dump's modification time on the machine it came from. If it is later than
        the start of the upload, the file changed underneath us. I would keep this in mind as an open point: compare
        size and modification time before and after the upload. We have not built that yet.
      `,
      model: 'quill-large',
    },
  ],
};
