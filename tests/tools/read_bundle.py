# SPDX-FileCopyrightText: sobelcam contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads a capture bundle with Python's library and numpy alone, as tools/README.md describes it, and computes gray anew.

Usage: read_bundle.py BUNDLE; exit 0 where every checksum, the histogram and every bit of gray is as recorded.
"""
import hashlib
import io
import json
import pathlib
import sys
import tarfile

import numpy


def members(path):
    """Yields name and bytes, in the order in which a tar has them."""
    if path.is_dir():
        names = ["manifest.json"]
        for folder in sorted((path / "frames").iterdir()):
            files = sorted(p.name for p in folder.iterdir() if p.name != "frame.json") + ["frame.json"]
            names += [f"frames/{folder.name}/{name}" for name in files]
        for name in names + ["end.json"]:
            yield name, (path / name).read_bytes()
        return
    with tarfile.open(path) as tar:
        for entry in tar:
            yield entry.name, tar.extractfile(entry).read()


def sealed(text):
    """A document whose last key is the SHA-256 of all lines above it."""
    document = json.loads(text)
    above = b"".join(text.splitlines(keepends=True)[:-2])
    assert hashlib.sha256(above).hexdigest() == document["sha256"], "a seal is broken"
    return document


def fma(a, b, c):
    """a*b + c with one rounding: 24-bit factors make the product exact in a double, and the sum is rounded to odd."""
    product = a.astype(numpy.float64) * numpy.float64(b)
    total = product + c.astype(numpy.float64)
    # What the addition lost, exactly: Knuth's two-sum.
    back = total - product
    lost = (product - (total - back)) + (c.astype(numpy.float64) - back)
    bits = total.view(numpy.int64)
    even = (bits & 1) == 0
    toward = numpy.where((lost > 0) == (total > 0), 1, -1)
    bits = numpy.where((lost != 0) & even, bits + toward, bits)
    return bits.view(numpy.float64).astype(numpy.float32)


def gray_of(frame, raw):
    geometry = frame["geometry"]
    width, height, stride = geometry["width"], geometry["height"], geometry["stride"]
    rows = numpy.lib.stride_tricks.as_strided(
        numpy.frombuffer(raw, numpy.uint8), (height, stride), (stride, 1))
    assert geometry["range"] == "full"
    if geometry["fourcc"] == "GREY":
        return rows[:, :width].astype(numpy.float32)
    assert geometry["fourcc"] == "RGB3", geometry
    red, green, blue = (rows[:, c:3 * width:3].astype(numpy.float32) for c in range(3))
    inner = numpy.float32(0.114) * blue
    return fma(red, numpy.float32(0.299), fma(green, numpy.float32(0.587), inner))


def check(frame, files):
    for member in frame["members"]:
        data = files[member["name"]]
        assert len(data) == member["bytes"], member["name"]
        assert hashlib.sha256(data).hexdigest() == member["sha256"], member["name"]
    arrays = {name[:-4]: numpy.load(io.BytesIO(data)) for name, data in files.items() if name.endswith(".npy")}
    shape = (frame["geometry"]["height"], frame["geometry"]["width"])
    assert arrays["edges"].shape == shape and arrays["edges"].dtype == numpy.uint8
    assert (numpy.bincount(arrays["edges"].ravel(), minlength=256) == arrays["histogram"]).all()
    assert arrays["gray"].dtype == numpy.dtype("<f4")
    gray = gray_of(frame, files["luma.raw" if "luma.raw" in files else "camera.raw"])
    different = gray.view(numpy.uint32) != arrays["gray"].view(numpy.uint32)
    assert not different.any(), f"gray differs in {different.sum()} pixels of {frame['geometry']}"


def main(path):
    count = 0
    files = {}
    for name, data in members(pathlib.Path(path)):
        if name == "manifest.json":
            assert sealed(data)["format_version"] == 1
        elif name == "end.json":
            assert sealed(data)["frames"] == count
            print(f"{count} frames, {path}")
            return 0
        elif name.endswith("/frame.json"):
            check(sealed(data), files)
            files = {}
            count += 1
        else:
            files[name.rsplit("/", 1)[1]] = data
    print("the recording was cut")
    return 1


sys.exit(main(sys.argv[1]))
