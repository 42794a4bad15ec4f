#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sbom.py VERSION FILE…: what programs and libraries are linked with, as SPDX 2.3 in JSON on stdout.

Shared libraries are those that the loader takes, with their Debian package and version; the packages of the
explorer's page are those of web/package-lock.json that are not for development. The date is that of
SOURCE_DATE_EPOCH (0 without one), so that the same files give the same bytes.
"""
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def libraries(path):
    """The paths of the shared libraries that a file needs, itself and through others."""
    return {os.path.realpath(m[1]) for m in re.finditer(r"=> (/\S+)", said("ldd", path))}


def debian_package(library):
    """(name, version, source) of the package that a library belongs to; /lib is /usr/lib there."""
    for path in (library, library.removeprefix("/usr")):
        found = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            name = found.stdout.split(": ")[0].split(":")[0]
            line = said("dpkg-query", "-W", "-f", "${Version}\t${source:Package}\n", name).splitlines()[0]
            return (name, *line.split("\t"))
    raise SystemExit(f"sbom: {library} belongs to no package")


def page_packages():
    """Packages that end up in the page."""
    with open(os.path.join(ROOT, "web/package-lock.json"), encoding="utf-8") as file:
        packages = json.load(file)["packages"]
    for path, package in sorted(packages.items()):
        if path and not package.get("dev") and not package.get("optional"):
            yield path.split("node_modules/")[-1], package["version"], package.get("license", "NOASSERTION")


def spdx_id(*words):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(words))


def document(version, files):
    packages, relations = [], []
    own = {"name": "sternhalma", "SPDXID": "SPDXRef-sternhalma", "versionInfo": version,
           "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseDeclared": "MIT",
           "licenseConcluded": "MIT", "copyrightText": "Copyright (c) 2026 the Sternhalma authors"}
    packages.append(own)
    listed, needed = [], set()
    for path in files:
        with open(path, "rb") as file:
            content = file.read()
        identity = spdx_id("File", os.path.basename(path))
        listed.append({"fileName": "./" + os.path.basename(path), "SPDXID": identity,
                       "checksums": [{"algorithm": name.upper(), "checksumValue": hashlib.new(name, content).hexdigest()}
                                     for name in ("sha1", "sha256")],
                       "licenseConcluded": "MIT", "copyrightText": own["copyrightText"]})
        relations.append(("SPDXRef-sternhalma", "CONTAINS", identity))
        for library in libraries(path):
            name, package_version, source = debian_package(library)
            needed.add((name, package_version, source))
            relations.append((identity, "DYNAMIC_LINK", spdx_id("Debian", name)))
    for name, package_version, source in sorted(needed):
        packages.append({"name": name, "SPDXID": spdx_id("Debian", name), "versionInfo": package_version,
                         "supplier": "Organization: Debian", "sourceInfo": f"built from Debian's source package {source}",
                         "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
                         "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                           "referenceLocator": f"pkg:deb/debian/{name}@{package_version}"}],
                         "licenseDeclared": "NOASSERTION", "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION"})
    for name, package_version, license_name in page_packages():
        packages.append({"name": name, "SPDXID": spdx_id("npm", name), "versionInfo": package_version,
                         "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
                         "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                           "referenceLocator": f"pkg:npm/{name.replace('@', '%40')}@{package_version}"}],
                         "licenseDeclared": license_name, "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION"})
        relations.append(("SPDXRef-sternhalma", "CONTAINS", spdx_id("npm", name)))
    when = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), datetime.timezone.utc)
    sums = "".join(entry["checksums"][1]["checksumValue"] for entry in listed)
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"sternhalma-{version}",
            "documentNamespace": f"urn:sternhalma:{version}:{hashlib.sha256(sums.encode()).hexdigest()}",
            "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: sternhalma-sbom"]},
            "documentDescribes": ["SPDXRef-sternhalma"], "packages": packages, "files": listed,
            "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                              for a, kind, b in sorted(set(relations))]}


if __name__ == "__main__":
    json.dump(document(sys.argv[1], sys.argv[2:]), sys.stdout, indent=1)
    print()
